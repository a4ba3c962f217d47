/** Modules that starlark-go's programs load and that are no part of the language. */
import {
  type HostCall,
  hostFunction,
  type Module,
  StarlarkFloat,
  typeName,
  type Value,
} from "@crucible/starlark";
import { ModuleValue } from "./values.js";

/** The number that an argument is, as a float. */
function numberOf(call: HostCall, parameter: string): number {
  const value = call.get(parameter) as Value;
  if (value instanceof StarlarkFloat) return value.value;
  if (typeof value !== "number" && typeof value !== "bigint") {
    return call.fail(
      `${call.name}: for parameter ${parameter}: got ${typeName(value)}, want float or int`,
    );
  }
  const float = Number(value);
  return Number.isFinite(float) ? float : call.fail("int too large to convert to float");
}

function unary(name: string, compute: (x: number) => number): Value {
  return hostFunction({
    name,
    parameters: [{ name: "x" }],
    call: (call) => new StarlarkFloat(compute(numberOf(call, "x"))),
  });
}

function binary(name: string, compute: (x: number, y: number) => number): Value {
  return hostFunction({
    name,
    parameters: [{ name: "x" }, { name: "y" }],
    call: (call) => new StarlarkFloat(compute(numberOf(call, "x"), numberOf(call, "y"))),
  });
}

/** `ceil` and `floor`, whose results are ints; an int is its own. */
function rounding(name: string, round: (x: number) => number): Value {
  return hostFunction({
    name,
    parameters: [{ name: "x" }],
    call: (call) => {
      const value = call.get("x") as Value;
      if (typeof value === "number" || typeof value === "bigint") return value;
      const rounded = round(numberOf(call, "x"));
      if (Number.isNaN(rounded)) return call.fail("cannot convert float NaN to integer");
      if (!Number.isFinite(rounded)) return call.fail("cannot convert float infinity to integer");
      return Number.isSafeInteger(rounded) ? rounded + 0 : BigInt(rounded);
    },
  });
}

const logarithm = hostFunction({
  name: "log",
  parameters: [{ name: "x" }, { name: "base", default: new StarlarkFloat(Math.E) }],
  call: (call) => {
    const [x, base] = [numberOf(call, "x"), numberOf(call, "base")];
    if (base === 1) return call.fail("division by zero");
    return new StarlarkFloat(Math.log(x) / Math.log(base));
  },
});

/** Half goes away from zero. */
function roundAway(x: number): number {
  return Math.sign(x) * Math.round(Math.abs(x));
}

/** The rest nearest to zero; a tie goes to the even quotient. */
function remainder(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y) || !Number.isFinite(x) || y === 0) return Number.NaN;
  if (!Number.isFinite(y)) return x;
  const rest = Math.abs(x % y);
  const [half, size] = [Math.abs(y) / 2, Math.abs(y)];
  const odd = Math.floor(Math.abs(x) / size) % 2 === 1;
  const nearest = rest > half || (rest === half && odd) ? rest - size : rest;
  return x < 0 ? -nearest : nearest;
}

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

function gamma(x: number): number {
  if (x === Number.POSITIVE_INFINITY) return x;
  if (Number.isNaN(x) || x === Number.NEGATIVE_INFINITY) return Number.NaN;
  if (Number.isInteger(x) && x < 1) return x === 0 ? 1 / x : Number.NaN;
  if (x < 0.5) return Math.PI / (Math.sin(Math.PI * x) * gamma(1 - x));
  const [first = 0, ...others] = LANCZOS;
  const sum = others.reduce((total, part, index) => total + part / (x + index), first);
  const t = x + 6.5;
  return Math.sqrt(2 * Math.PI) * t ** (x - 0.5) * Math.exp(-t) * sum;
}

const MATH = new ModuleValue(
  "math",
  new Map<string, Value>([
    ["e", new StarlarkFloat(Math.E)],
    ["pi", new StarlarkFloat(Math.PI)],
    ["ceil", rounding("ceil", Math.ceil)],
    ["floor", rounding("floor", Math.floor)],
    ["log", logarithm],
    ["round", unary("round", roundAway)],
    ["fabs", unary("fabs", Math.abs)],
    ["gamma", unary("gamma", (x) => (x === 1 || x === 2 ? 1 : gamma(x)))],
    ["degrees", unary("degrees", (x) => (x * 180) / Math.PI)],
    ["radians", unary("radians", (x) => (x * Math.PI) / 180)],
    ["mod", binary("mod", (x, y) => x % y)],
    [
      "pow",
      binary("pow", (x, y) =>
        x === 1 ? 1 : x === -1 && !Number.isFinite(y) && !Number.isNaN(y) ? 1 : x ** y,
      ),
    ],
    ["remainder", binary("remainder", remainder)],
    [
      "copysign",
      binary("copysign", (x, y) =>
        Object.is(Math.sign(y), -0) || y < 0 ? -Math.abs(x) : Math.abs(x),
      ),
    ],
    ["atan2", binary("atan2", Math.atan2)],
    ["hypot", binary("hypot", Math.hypot)],
    ...(
      [
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atanh",
        "cos",
        "cosh",
        "exp",
        "sin",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
      ] as const
    ).map((name) => [name, unary(name, Math[name])] as const),
  ]),
);

export const MODULES: ReadonlyMap<string, Module> = new Map([
  [
    "math.star",
    {
      file: "math.star",
      globals: new Map<string, Value>([["math", MATH]]),
      lastValue: undefined,
      lastRange: undefined,
    },
  ],
]);
