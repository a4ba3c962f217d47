/**
 * Values that a launcher supplied: data from outside the pack, whatever its type.
 *
 * The rule is the same everywhere: such a value may be looked at whole and may be joined to a prompt, where marks will
 * stand around it; it can never become plain text of the pack. So every way to a text, to a part or to a property of one
 * is refused here, and a subclass opens only what its type may do. No message repeats the value (DSL-047).
 */
import { type Budget, HostValue, refuse, type TextUse, type Value } from "@crucible/starlark";

const EXTERNAL_SUBJECT = "a value supplied from outside the pack";

/** Refuses one use of an external value. */
export function refuseExternal(problem: string): never {
  return refuse(`${EXTERNAL_SUBJECT} ${problem}`, { code: "external-value" });
}

const TEXT_USES: Readonly<Record<TextUse, string>> = {
  str: "str()",
  repr: "repr()",
  "%": "% formatting",
  format: ".format()",
  print: "print()",
  fail: "fail()",
  join: ".join()",
};

export abstract class ExternalValue extends HostValue {
  override readonly typeName: string = "external";
  /** Charged for what this value is joined into. */
  protected readonly budget: Budget;

  constructor(budget: Budget) {
    super();
    this.budget = budget;
  }

  /** What a prompt shows for the value between its marks, or `undefined` when no prompt can hold it. */
  abstract rendering(): string | undefined;

  override text(use: TextUse): never {
    return refuseExternal(
      `cannot become plain text by ${TEXT_USES[use]}; join it to a prompt with +`,
    );
  }

  override mismatch(wanted: string): string {
    return `${EXTERNAL_SUBJECT} cannot stand where ${wanted} is wanted`;
  }

  override attribute(name: string): never {
    return refuseExternal(
      `has no method "${name}"; join it to a prompt with + or compare it whole`,
    );
  }

  override checkHashable(): void {
    refuseExternal("cannot be hashed, be a dict key or a set element");
  }

  override order(_other: Value): number | undefined {
    return refuseExternal("has no order");
  }

  override length(): number | undefined {
    return refuseExternal("has no length here");
  }

  override index(_key: Value): Value | undefined {
    return refuseExternal("cannot be indexed");
  }

  override slice(_lower: Value, _upper: Value, _step: Value): never {
    return refuseExternal("cannot be sliced");
  }

  override iterate(): Iterable<Value> | undefined {
    return refuseExternal("cannot be iterated");
  }
}
