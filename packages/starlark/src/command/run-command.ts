/** Does what the command line wishes and gives the exit code. */
import { Budget } from "../budget/budget.js";
import { StarlarkError } from "../errors/starlark-error.js";
import { errorText } from "./error-text.js";
import { helpText, versionText } from "./help.js";
import { readWish, UsageError, type Wish } from "./options.js";
import { converse } from "./repl.js";
import { readSource, reasonOf, Sources } from "./sources.js";
import { isInteractive, writeError, writeOut } from "./streams.js";

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    return await fulfil(await readWish(args));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    writeError(`starlark: ${error.message}\nTry starlark --help.\n`);
    return MISUSED;
  }
}

async function fulfil(wish: Wish): Promise<number> {
  switch (wish.kind) {
    case "help":
      writeOut(helpText());
      return DONE;
    case "version":
      writeOut(versionText());
      return DONE;
    case "code":
      return attempt(new Budget(wish.limits), (sources) => sources.run("-c", wish.code));
    case "file":
      return runFile(wish.path, wish);
    case "interactive":
      if (!isInteractive()) return runFile("-", { check: false, limits: wish.limits });
      await converse(new Budget(wish.limits));
      return DONE;
  }
}

type FileWish = Pick<Extract<Wish, { kind: "file" }>, "check" | "limits">;

function runFile(path: string, { check, limits }: FileWish): number {
  const [file, source] = path === "-" ? ["<stdin>", 0] : [path, path];
  let text: string;
  try {
    text = readSource(source);
  } catch (error) {
    writeError(`starlark: cannot read ${file}: ${reasonOf(error)}\n`);
    return FAILED;
  }
  return attempt(new Budget(limits), (sources) =>
    check ? sources.check(file, text) : sources.run(file, text),
  );
}

function attempt(budget: Budget, work: (sources: Sources) => unknown): number {
  const sources = new Sources(budget, (text) => writeOut(`${text}\n`));
  try {
    work(sources);
    return DONE;
  } catch (error) {
    if (!(error instanceof StarlarkError)) throw error;
    writeError(errorText(error, sources));
    return FAILED;
  }
}
