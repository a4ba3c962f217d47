/** Ctrl+C: the first asks for a halt, another one within two seconds ends the process. */
import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { type Interrupts, listenForInterrupts } from "../src/host/interrupts.js";
import type { Terminal } from "../src/terminal/terminal.js";

interface Stage {
  readonly interrupts: Interrupts;
  /** Presses Ctrl+C at an instant in milliseconds. */
  press(at: number): void;
  readonly exits: readonly number[];
  readonly said: readonly string[];
  /** How often the run's processes were ended. */
  readonly ended: () => number;
}

function stage(): Stage {
  const exits: number[] = [];
  const said: string[] = [];
  const callbacks = new Set<() => void>();
  const plain = pc.createColors(false);
  let time = 0;
  let ended = 0;
  const terminal: Terminal = {
    cwd: "/",
    env: {},
    print: () => {},
    complain: (text) => void said.push(text),
    colors: plain,
    errorColors: plain,
    watched: false,
    interactive: false,
    columns: 100,
    onInterrupt: (callback) => {
      callbacks.add(callback);
      return () => void callbacks.delete(callback);
    },
    exitNow: (code) => void exits.push(code),
  };
  const interrupts = listenForInterrupts(
    terminal,
    () => time,
    () => {
      ended += 1;
      return Promise.resolve();
    },
  );
  const press = (at: number): void => {
    time = at;
    for (const callback of callbacks) callback();
  };
  return { interrupts, press, exits, said, ended: () => ended };
}

describe("an interrupt", () => {
  it("asks for a halt and says how to end at once (CLI-023, RUN-014)", () => {
    const { interrupts, press, exits, said } = stage();
    expect(interrupts.signal.aborted).toBe(false);
    press(1_000);
    expect(interrupts.signal.aborted).toBe(true);
    expect(exits).toEqual([]);
    expect(said).toEqual(["halting; press Ctrl+C again within two seconds to end at once"]);
  });

  it("within two seconds of another ends the run's processes, then this one with 130", async () => {
    const { press, exits, ended } = stage();
    press(1_000);
    press(3_000);
    expect([ended(), exits]).toEqual([1, []]);
    await Promise.resolve();
    expect(exits).toEqual([130]);
  });

  it("after that waits for nothing any more", () => {
    const { press, exits, ended } = stage();
    for (const at of [1_000, 1_100, 1_200]) press(at);
    expect([ended(), exits]).toEqual([1, [130]]);
  });

  it("after two seconds is a first one again", async () => {
    const { press, exits, ended } = stage();
    press(1_000);
    press(3_001);
    await Promise.resolve();
    expect([ended(), exits]).toEqual([0, []]);
    press(3_002);
    await Promise.resolve();
    expect([ended(), exits]).toEqual([1, [130]]);
  });

  it("is nobody's business once the run is over", () => {
    const { interrupts, press, said } = stage();
    interrupts.stopListening();
    press(1_000);
    expect(said).toEqual([]);
    expect(interrupts.signal.aborted).toBe(false);
  });
});
