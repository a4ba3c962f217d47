import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/clock/system-clock.js";

const DAY_MS = 86_400_000;

describe("the system's clock", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("calls back once, no earlier than it was asked to", () => {
    const clock = systemClock();
    const called = vi.fn();
    clock.at(clock.monotonicMs() + 100.5, called);
    vi.advanceTimersByTime(100);
    expect(called).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(called).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(DAY_MS);
    expect(called).toHaveBeenCalledTimes(1);
  });

  it("calls back soon for an instant that has passed", () => {
    const clock = systemClock();
    const called = vi.fn();
    clock.at(clock.monotonicMs() - 5, called);
    expect(called).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(called).toHaveBeenCalledTimes(1);
  });

  it("keeps waits that are longer than one timer can be", () => {
    const clock = systemClock();
    const called = vi.fn();
    clock.at(clock.monotonicMs() + 60 * DAY_MS, called);
    vi.advanceTimersByTime(60 * DAY_MS - 1_000);
    expect(called).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2_000);
    expect(called).toHaveBeenCalledTimes(1);
  });

  it("keeps a wait that never passes", () => {
    const clock = systemClock();
    const called = vi.fn();
    const timer = clock.at(Number.MAX_SAFE_INTEGER, called);
    vi.advanceTimersByTime(100 * DAY_MS);
    expect(called).not.toHaveBeenCalled();
    timer.cancel();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("drops what was cancelled, also in a later part of a long wait", () => {
    const clock = systemClock();
    const called = vi.fn();
    const timer = clock.at(clock.monotonicMs() + 60 * DAY_MS, called);
    vi.advanceTimersByTime(40 * DAY_MS);
    timer.cancel();
    timer.cancel();
    vi.advanceTimersByTime(40 * DAY_MS);
    expect(called).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not moved by a correction of the wall clock", () => {
    const clock = systemClock();
    const called = vi.fn();
    const before = clock.monotonicMs();
    clock.at(before + 1_000, called);
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    vi.advanceTimersByTime(500);
    expect(called).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() - 4 * 3_600_000);
    vi.advanceTimersByTime(501);
    expect(called).toHaveBeenCalledTimes(1);
    expect(clock.monotonicMs()).toBeGreaterThan(before);
  });
});

it("tells wall time and a time that only grows", () => {
  const clock = systemClock();
  const [first, second] = [clock.monotonicMs(), clock.monotonicMs()];
  expect(second).toBeGreaterThanOrEqual(first);
  expect(Math.abs(clock.wallMs() - Date.now())).toBeLessThan(10_000);
  expect(first).toBeLessThanOrEqual(performance.now());
});
