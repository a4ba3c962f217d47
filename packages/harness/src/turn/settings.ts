/** What every agent can be asked for, and what is wrong with a turn that asks for something else. */
import { didYouMean, type TurnSettings } from "@crucible/core";

const EFFORTS = ["low", "medium", "high", "xhigh", "max"] as const;
const MODEL = /^[A-Za-z0-9][\w.:/@[\]-]{0,199}$/;

/** In words; agents take a wrong effort silently, so it is refused before anything is spent. */
export function settingsProblems({ model, effort }: TurnSettings): readonly string[] {
  const problems: string[] = [];
  if (model !== null && !MODEL.test(model)) {
    problems.push(`${JSON.stringify(model)} is no model name`);
  }
  if (effort !== null && !EFFORTS.some((known) => known === effort)) {
    const known = `${EFFORTS.join(", ")}${didYouMean(effort, EFFORTS)}`;
    problems.push(`effort ${JSON.stringify(effort)} is none of ${known}`);
  }
  return problems;
}

/** Why the agent cannot be had at all, when the host looked for it and did not find it. */
export function missingProblems(
  agent: string,
  binary: string | null | undefined,
  variable: string,
): readonly string[] {
  if (binary !== null) return [];
  return [`the program ${agent} is not on the PATH; install it or name it in ${variable}`];
}
