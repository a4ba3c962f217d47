/** What registering commands needs of each other. */
import type { Command, Option } from "commander";

/** Told the exit code once a command has done its work. */
export type Finish = (code: number) => void;

/** Adds options in the order in which help lists them. */
export function withOptions(command: Command, ...groups: readonly (readonly Option[])[]): Command {
  for (const option of groups.flat()) command.addOption(option);
  return command;
}
