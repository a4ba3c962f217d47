import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { masked, maskLeftovers, secretsOf } from "../../src/process/masked-output.js";
import { temporaryFolder } from "../support/folder.js";
import { exited, shell, start, stdoutText } from "../support/processes.js";

async function maskedText(pieces: readonly string[], ...secrets: string[]): Promise<string> {
  const out: Uint8Array[] = [];
  const bytes = pieces.map((piece) => Buffer.from(piece));
  for await (const piece of masked(bytes, secretsOf(secrets))) out.push(piece);
  return Buffer.concat(out).toString("utf8");
}

/** What is kept of a process's output. */
function kept(folder: string): string {
  const [name = ""] = readdirSync(folder).filter((one) => one.startsWith(".private-"));
  expect(existsSync(join(folder, name, "stdout.raw"))).toBe(false);
  return readFileSync(join(folder, name, "stdout"), "utf8");
}

describe("masking secrets", () => {
  const secret = "s3cret-värde-99";

  it("finds each wherever pieces meet", async () => {
    const text = `a ${secret}${secret} b ${secret.slice(0, -1)} ${secret}`;
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const out: Uint8Array[] = [];
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
      for await (const piece of masked(pieces, secretsOf([secret]))) out.push(piece);
      expect(Buffer.concat(out).toString("utf8")).toBe(`a ****** b ${secret.slice(0, -1)} ***`);
    }
    expect(await maskedText([...text], secret)).toBe(`a ****** b ${secret.slice(0, -1)} ***`);
  });

  it("masks one that holds another whole, and inside JSON text too", async () => {
    expect(await maskedText(["x password1-long password1 y"], "password1", "password1-long")).toBe(
      "x *** *** y",
    );
    const odd = 'a"b\\c\nd-secret';
    expect(await maskedText([JSON.stringify({ odd })], odd)).toBe('{"odd":"***"}');
  });

  it("leaves short ones alone, and everything without any", async () => {
    expect(await maskedText(["a short word"], "short", "1234567")).toBe("a short word");
    expect(await maskedText(["a ", "word"])).toBe("a word");
  });
});

describe("the output that is kept of a process", () => {
  it("holds no secret, while its reader sees what was said until it is released", async () => {
    const folder = temporaryFolder();
    const running = start(folder, shell("echo token=abcdefgh1234; echo end"), folder, [
      "abcdefgh1234",
    ]);
    const end = await exited(running);
    expect(end.stdoutBytes).toBe("token=abcdefgh1234\nend\n".length);
    expect(await stdoutText(running)).toBe("token=abcdefgh1234\nend\n");
    expect(kept(folder)).toBe("token=***\nend\n");
    running.release();
    running.release();
    expect(await stdoutText(running)).toBe("token=***\nend\n");
  });

  it("is masked whatever the process made of its private folder", async () => {
    const folder = temporaryFolder();
    const script =
      'cd "$(dirname "$(dirname "$GIVEN")")"; mkfifo stdout; rm stdout.raw; mkdir stdout.raw; echo abcdefgh1234';
    const files = new Map([["GIVEN", new Uint8Array()]]);
    const running = start(folder, shell(script, { files }), folder, ["abcdefgh1234"]);
    expect((await exited(running)).exitCode).toBe(0);
    expect(kept(folder)).toBe("***\n");
    running.release();
  });

  it("is masked later when the engine was killed, without following what lies there", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "a.1/stdout"), { recursive: true });
    writeFileSync(join(folder, "a.1/stdout.raw"), "abcdefgh1234\n");
    mkdirSync(join(folder, "b.2/stdout.raw"), { recursive: true });
    await maskLeftovers(folder, secretsOf(["abcdefgh1234"]));
    expect(readFileSync(join(folder, "a.1/stdout"), "utf8")).toBe("***\n");
    expect(existsSync(join(folder, "a.1/stdout.raw"))).toBe(false);
    expect(statSync(join(folder, "b.2/stdout.raw")).isDirectory()).toBe(true);
    await maskLeftovers(join(folder, "none"), secretsOf([]));
  });
});
