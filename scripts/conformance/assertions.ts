/**
 * What the programs of the suites say about values.
 *
 * A failed assertion of the language's own suite ends its program; one of starlark-go's is noted with its line, and the
 * program goes on.
 */
import {
  binaryOperation,
  freeze,
  type HostCall,
  hostFunction,
  StarlarkFloat,
  textOf,
  truthOf,
  type Value,
} from "@crucible/starlark";
import { failureMessage } from "../../packages/starlark/test/failure-message.js";
import type { Failure } from "./run-chunk.js";
import { ModuleValue } from "./values.js";

type Report = (call: HostCall, message: string) => null;

/** `assert_eq`, `assert_ne` and `assert_`, which end the program. */
export const OFFICIAL_ASSERTIONS: ReadonlyMap<string, Value> = named([
  equality("assert_eq", true, (call, message) => call.fail(`failed assertion: ${message}`)),
  equality("assert_ne", false, (call, message) => call.fail(`failed assertion: ${message}`)),
  hostFunction({
    name: "assert_",
    parameters: [{ name: "cond" }, { name: "msg", default: "assertion failed" }],
    call: (call) =>
      truthOf(argument(call, "cond"))
        ? null
        : call.fail(`failed assertion: ${String(call.get("msg"))}`),
  }),
]);

/** How many assertions ran, and those that failed. */
export interface Record {
  assertions: number;
  readonly failures: Failure[];
}

/** The names that starlark-go's programs load from `assert.star`, with `checks` in the place of the reserved `assert`. */
export function goAssertions(record: Record): ReadonlyMap<string, Value> {
  const report: Report = (call, message) => {
    record.failures.push({ line: call.range.start.line, message });
    return null;
  };
  const counted = (call: HostCall): HostCall => {
    record.assertions++;
    return call;
  };
  const functions = [
    equality("eq", true, (call, message) => report(call, message), counted, oneStepApart),
    equality("ne", false, (call, message) => report(call, message), counted),
    hostFunction({
      name: "true",
      parameters: [{ name: "cond" }, { name: "msg", default: "assertion failed" }],
      call: (call) => {
        counted(call);
        return truthOf(argument(call, "cond")) ? null : report(call, String(call.get("msg")));
      },
    }),
    hostFunction({
      name: "lt",
      parameters: [{ name: "x" }, { name: "y" }],
      call: (call) => {
        counted(call);
        const [x, y] = [argument(call, "x"), argument(call, "y")];
        const less = binaryOperation("<", x, y, call.budget) === true;
        return less ? null : report(call, `${shown(x, call)} is not less than ${shown(y, call)}`);
      },
    }),
    hostFunction({
      name: "contains",
      parameters: [{ name: "x" }, { name: "y" }],
      call: (call) => {
        counted(call);
        const [x, y] = [argument(call, "x"), argument(call, "y")];
        const inside = binaryOperation("in", y, x, call.budget) === true;
        return inside ? null : report(call, `${shown(x, call)} does not contain ${shown(y, call)}`);
      },
    }),
    hostFunction({
      name: "fail",
      parameters: [{ name: "message" }],
      call: (call) => report(counted(call), shown(argument(call, "message"), call)),
    }),
    hostFunction({
      name: "fails",
      parameters: [{ name: "f" }, { name: "pattern" }],
      call: (call) => {
        counted(call);
        const message = failureMessage(() => call.call(argument(call, "f")));
        if (message === undefined) return report(call, "did not fail");
        const pattern = String(call.get("pattern"));
        return new RegExp(pattern).test(message)
          ? null
          : report(call, `failed with: ${message}; wanted: ${pattern}`);
      },
    }),
  ];
  return new Map<string, Value>([
    ["checks", new ModuleValue("checks", named(functions))],
    ["freeze", freezing],
  ]);
}

const freezing = hostFunction({
  name: "freeze",
  parameters: [{ name: "value" }],
  call: (call) => {
    freeze([argument(call, "value")]);
    return argument(call, "value");
  },
});

function equality(
  name: string,
  wanted: boolean,
  report: Report,
  counted: (call: HostCall) => HostCall = (call) => call,
  close: (x: Value, y: Value) => boolean = () => false,
): ReturnType<typeof hostFunction> {
  return hostFunction({
    name,
    parameters: [{ name: "x" }, { name: "y" }],
    call: (call) => {
      counted(call);
      const [x, y] = [argument(call, "x"), argument(call, "y")];
      const operator = wanted ? "==" : "!=";
      if (binaryOperation(operator, x, y, call.budget) === true || close(x, y)) return null;
      return report(call, `got ${shown(x, call)}, wanted ${wanted ? "" : "not "}${shown(y, call)}`);
    },
  });
}

/** Whether two numbers, one of them a float, are equal or neighbours among floats, as starlark-go's programs ask for. */
function oneStepApart(x: Value, y: Value): boolean {
  const isFloat = x instanceof StarlarkFloat || y instanceof StarlarkFloat;
  const [a, b] = [numberOf(x), numberOf(y)];
  if (!isFloat || a === undefined || b === undefined) return false;
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) && Number.isNaN(b);
  const distance = bitsOf(a) - bitsOf(b);
  return distance === 1n || distance === -1n;
}

function numberOf(value: Value): number | undefined {
  if (value instanceof StarlarkFloat) return value.value;
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

function bitsOf(value: number): bigint {
  return new BigUint64Array(Float64Array.of(value).buffer)[0] ?? 0n;
}

function argument(call: HostCall, parameter: string): Value {
  return call.get(parameter) as Value;
}

function shown(value: Value, call: HostCall): string {
  return textOf(value, "repr", call.budget);
}

function named(functions: readonly ReturnType<typeof hostFunction>[]): ReadonlyMap<string, Value> {
  return new Map(functions.map((one) => [one.name, one]));
}
