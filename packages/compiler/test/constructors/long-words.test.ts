/** Whatever length a word has that is wrong, the message about it can be read, and stands where the word does. */
import { expect, test } from "vitest";
import { errorsOf } from "../support/compile.js";

const LONG = '"x" * 70000';

test.each([
  [`command(name = "t", run = "r", join = ${LONG})`],
  [`command(name = "t", run = "r", stage = ${LONG})`],
  [`command(name = ${LONG}, run = "r")`],
  [`command(name = "t", run = "r", depends_on = [${LONG}])`],
  [`command(name = "t", run = "r", emits = {${LONG}: "number"})`],
  [`command(name = "t", run = "r", emits = {"a": ${LONG}})`],
  [`command(name = "t", run = "r", timeout = ${LONG})`],
  [`command(name = "t", run = "r", needs = ${LONG})`],
  [`evaluate(name = "t", run = "r", threshold = 1, direction = ${LONG})`],
  [`agent(name = "t", prompt = "p", model = ${LONG})`],
  [`agent(name = "t", prompt = "p", session = ${LONG})`],
  [`agent(name = "t", prompt = prompt_file(${LONG}))`],
  [`agent(name = "t", prompt = param(${LONG}))`],
  [`skill(name = "t", skill = ${LONG})`],
  [`skill(name = "t", skill = "s", args = {${LONG}: None})`],
  [`report(name = "t", destination = {"kind": "slack"}, template = ${LONG})`],
  [`command(name = "t", run = "r", emits = {"a": schema_file(${LONG})})`],
  [`route(name = "t", human = True, review = ${LONG}, questions = {"q": noul(ask = "?")})`],
  [`route(name = "t", human = True, questions = {${LONG}: noul(ask = "?")})`],
])("%s", (call) => {
  const source = `t = ${call}\nworkflow(type = "playbook", tasks = [t])\n`;
  const [first = "", ...others] = errorsOf(source, {}, { "s/SKILL.md": "x\n" });
  expect(first).toMatch(/^workflow\.star:1:/);
  for (const message of [first, ...others]) expect(message.length).toBeLessThan(900);
});
