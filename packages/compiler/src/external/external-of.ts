import type { BoundParam, ParamValue } from "@crucible/core";
import { type Budget, StarlarkFloat, StarlarkList, type Value } from "@crucible/starlark";
import type { ParamType } from "../params/declaration.js";
import { ExternalBoolean } from "./external-boolean.js";
import { ExternalList } from "./external-list.js";
import { ExternalNumber } from "./external-number.js";
import { ExternalText } from "./external-text.js";

/** What `param()` gives: a supplied value is external whatever its type, a default is an ordinary value (DSL-040). */
export function paramValue(param: BoundParam, type: ParamType, budget: Budget): Value {
  if (!param.supplied) return plainValue(param.value, type);
  const { value } = param;
  if (typeof value === "string") return new ExternalText(value, budget);
  if (typeof value === "boolean") return new ExternalBoolean(value, budget);
  if (typeof value === "number") return new ExternalNumber(numberOf(value, type), budget);
  const items = (value ?? []).map((item) => new ExternalText(item, budget));
  return new ExternalList(items, budget);
}

function plainValue(value: ParamValue, type: ParamType): Value {
  if (typeof value === "number") return numberOf(value, type);
  return value === null || typeof value !== "object" ? value : new StarlarkList([...value]);
}

/** A parameter of type number is a float, also where its value is whole. */
function numberOf(value: number, type: ParamType): number | StarlarkFloat {
  return type === "number" ? new StarlarkFloat(value) : value;
}
