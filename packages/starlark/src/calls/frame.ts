import type { Cell } from "../values/cell.js";
import type { Value } from "../values/value.js";

/**
 * The variables of one call, by slot. A slot is undefined until its variable is assigned; a variable that an inner
 * function uses has a cell in its slot.
 */
export type Frame = (Value | Cell | undefined)[];

/**
 * A frame whose first slots are the given values.
 *
 * The literals are deliberate: an array made from one keeps its elements in the engine's general form, while `new Array`
 * starts in a form for small integers and is converted again and again as other values come in.
 */
export function frameOf(size: number, a?: Value, b?: Value, c?: Value): Frame {
  switch (size) {
    case 0:
    case 1:
      return [a];
    case 2:
      return [a, b];
    case 3:
      return [a, b, c];
    case 4:
      return [a, b, c, undefined];
    case 5:
      return [a, b, c, undefined, undefined];
    case 6:
      return [a, b, c, undefined, undefined, undefined];
    case 7:
    case 8:
      return [a, b, c, undefined, undefined, undefined, undefined, undefined];
    default:
      return largeFrame(size, a, b, c);
  }
}

function largeFrame(size: number, a?: Value, b?: Value, c?: Value): Frame {
  const frame: Frame = [a, b, c, undefined, undefined, undefined, undefined, undefined];
  for (let slot = frame.length; slot < size; slot++) frame.push(undefined);
  return frame;
}
