import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { exited, shell, start, until } from "../support/processes.js";

const HOME = { home: { variable: "AGENT_HOME" } };

describe("the home of a process", () => {
  it("can be read when the process has ended, until it is released", async () => {
    const folder = temporaryFolder();
    const running = start(
      folder,
      shell("mkdir $AGENT_HOME/log; echo said > $AGENT_HOME/log/a.txt", HOME),
    );
    await exited(running);
    // Whatever is taken away in passing is gone by then.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(textOf(await running.readHome?.("log", ".txt", 100))).toBe("said\n");
    running.release();
    await until(() => !existsSync(join(folder, ".private-1", "home")));
  });

  it("gives the end of its newest file of a name, in whatever folder that is", async () => {
    const script = `cd $AGENT_HOME; mkdir -p log/a/b; echo old > log/x.txt; touch -d @1 log/x.txt
      echo other > log/y.log; printf 12345 > log/a/b/x.txt`;
    const running = start(temporaryFolder(), shell(script, HOME));
    await exited(running);
    expect(textOf(await running.readHome?.("log", ".txt", 3))).toBe("345");
    expect(textOf(await running.readHome?.("log", ".none", 3))).toBe("");
    expect(textOf(await running.readHome?.("none", ".txt", 3))).toBe("");
    running.release();
  });

  it("is not left through links, nor gone round in circles in by them", async () => {
    const folder = temporaryFolder();
    const script = `cd $AGENT_HOME; mkdir log; ln -s . log/a; ln -s . log/b; ln -s / log/c
      echo secret > ${folder}/z.txt; ln -s ${folder}/z.txt log/z.txt; mkfifo log/p.txt`;
    const running = start(folder, shell(script, HOME));
    await exited(running);
    expect(textOf(await running.readHome?.("log", ".txt", 100))).toBe("");
    running.release();
  });
});

function textOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}
