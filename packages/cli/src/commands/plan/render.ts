/** `crucible plan show --render`: the plan as a picture in a file, and in the terminal where that can show one. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Plan } from "@crucible/core";
import { EXIT, Refusal, UsageError } from "../../failure/failure.js";
import { inlinePicture } from "../../render/inline.js";
import { pictureOf, TASKS_DRAWN_MAX } from "../../render/picture.js";
import { pngOf } from "../../render/png.js";
import type { Terminal } from "../../terminal/terminal.js";

const FILE_DEFAULT = "plan.png";

export async function renderPlan(
  plan: Plan,
  asked: string | true,
  terminal: Terminal,
): Promise<number> {
  const file = asked === true ? FILE_DEFAULT : asked;
  const isSvg = file.endsWith(".svg");
  if (!isSvg && !file.endsWith(".png")) {
    throw new UsageError(`--render ${JSON.stringify(file)} ends in neither .png nor .svg`);
  }
  const help = "--mermaid prints text that other tools draw";
  if (plan.tasks.length > TASKS_DRAWN_MAX) {
    throw new Refusal(
      `a picture holds ${TASKS_DRAWN_MAX} tasks at most, the plan has ${plan.tasks.length}; ${help}`,
    );
  }
  const picture = pictureOf(plan);
  if (picture === undefined) {
    throw new Refusal(
      `too many tasks of the plan depend on too many others for a picture; ${help}`,
    );
  }
  const content = isSvg ? picture.svg : await pngOf(picture);
  await writeFile(resolve(terminal.cwd, file), content).catch((error: unknown) => {
    throw new Refusal(`cannot write ${file}: ${error instanceof Error ? error.message : error}`);
  });
  const shown = typeof content === "string" ? undefined : inlinePicture(content, terminal);
  if (shown !== undefined) terminal.print(shown);
  terminal.print(`picture: ${file}`);
  return EXIT.valid;
}
