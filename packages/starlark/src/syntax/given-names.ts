/**
 * Finding a name that a list of arguments or of parameters gives twice.
 *
 * Most lists are short, so the elements before are searched one by one; a long list gets a Map of its names.
 */
import type { Argument, Identifier, Name, Parameter } from "./nodes.js";
import type { OpenLists } from "./open-lists.js";

/** Elements that are searched one by one before a Map of their names is worth its making. */
const SEARCHED_MAX = 8;

/** What is remembered of a list that is being read. */
export interface GivenNames {
  /** The names in it, once there are more than a few elements. */
  byName: Map<string, Name | Identifier> | undefined;
}

/** The same name before, in the list that began at `start`; `name` belongs to the element that is added next. */
export function givenBefore(
  name: Name | Identifier,
  lists: OpenLists,
  start: number,
  given: GivenNames,
): Name | Identifier | undefined {
  const text = textOf(name);
  const before =
    given.byName === undefined ? search(text, lists, start, given) : given.byName.get(text);
  if (before === undefined) given.byName?.set(text, name);
  return before;
}

function search(
  text: string,
  lists: OpenLists,
  start: number,
  given: GivenNames,
): Name | Identifier | undefined {
  if (lists.count - start > SEARCHED_MAX) given.byName = new Map();
  for (let index = start; index < lists.count; index++) {
    const { name } = lists.at(index) as Argument | Parameter;
    if (name === undefined) continue;
    const own = textOf(name);
    if (own === text) return name;
    given.byName?.set(own, name);
  }
  return undefined;
}

function textOf(name: Name | Identifier): string {
  return name.kind === "Name" ? name.text : name.name;
}
