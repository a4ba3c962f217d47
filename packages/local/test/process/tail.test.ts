import { describe, expect, it } from "vitest";
import { secretsOf } from "../../src/process/masked-output.js";
import { ByteTail } from "../../src/process/tail.js";

const SECRET = "0123456789abcdef";

function tailOf(text: string, bytesMax: number, step: number, secrets: readonly string[]): string {
  const tail = new ByteTail(bytesMax, secretsOf(secrets));
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += step) tail.push(bytes.subarray(at, at + step));
  return tail.text();
}

describe("the end of a stream", () => {
  it.each([1, 7, 1_000])("is as long as it may be, whatever arrives (%i bytes at once)", (step) => {
    const text = "x".repeat(500) + "y".repeat(40);
    expect(tailOf(text, 50, step, [])).toBe("x".repeat(10) + "y".repeat(40));
    expect(tailOf(text, 50, step, [SECRET])).toBe("x".repeat(10) + "y".repeat(40));
    expect(tailOf("short", 50, step, [SECRET])).toBe("short");
  });

  it.each([1, 7, 1_000])(
    "holds no part of a secret, wherever it begins (%i bytes at once)",
    (step) => {
      for (let after = 0; after <= 60; after++) {
        const text = `${"x".repeat(300)}${SECRET}${"y".repeat(after)}`;
        expect(tailOf(text, 40, step, [SECRET])).toMatch(/^x*(\*\*\*)?y*$/);
      }
    },
  );

  it("keeps what stands beside a secret", () => {
    expect(tailOf(`before ${SECRET} after`, 100, 3, [SECRET])).toBe("before *** after");
    expect(tailOf(`${SECRET}${SECRET}|`, 20, 5, [SECRET, "unrelated-and-longer"])).toMatch(
      /^(\*\*\*)+\|$/,
    );
  });
});
