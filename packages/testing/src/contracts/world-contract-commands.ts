/** The shell commands of the World's contract, and programs that do the same for a World without a shell. */
import type { Program } from "../world/program.js";

export const COMMANDS = {
  writeOut: "printf one > out.txt",
  rewriteOut: "printf two > out.txt",
  writeTwo: "printf a > a.txt; printf b > b.txt",
  printResult: "printf 'first\\n{\"n\":1}\\n'",
  fail: "printf partial; printf 'no luck' >&2; exit 3",
  printVariable: 'printf %s "$MARK"',
  printFile: 'cat "$PRIVATE"',
  printStdin: "cat",
  report: 'printf \'{"cost_usd":1}\\n\' >> "$USAGE"',
  hang: "sleep 600",
  folder: "mkdir out.txt",
  link: "ln -s /etc/hostname out.txt",
  readStaged: "cat inputs/draft/notes/a.txt",
  writeStaged: "printf x > inputs/draft/notes/a.txt",
  script: "printf 'exit 0' > run.sh; chmod 755 run.sh",
} as const;

export const COMMAND_PROGRAMS: Readonly<Record<string, Program>> = {
  [COMMANDS.writeOut]: (run) => run.write("out.txt", "one"),
  [COMMANDS.rewriteOut]: (run) => run.write("out.txt", "two"),
  [COMMANDS.writeTwo]: (run) => {
    run.write("a.txt", "a");
    run.write("b.txt", "b");
  },
  [COMMANDS.printResult]: (run) => run.print('first\n{"n":1}\n'),
  [COMMANDS.fail]: (run) => {
    run.print("partial");
    run.complain("no luck");
    return 3;
  },
  [COMMANDS.printVariable]: (run) => run.print(run.env.get("MARK") ?? ""),
  [COMMANDS.printFile]: (run) => run.print(run.privateFile("PRIVATE") ?? ""),
  [COMMANDS.printStdin]: (run) => run.print(run.stdin),
  [COMMANDS.report]: (run) => run.report("USAGE", '{"cost_usd":1}\n'),
  [COMMANDS.hang]: (run) => run.sleep(600_000),
  [COMMANDS.folder]: (run) => run.place("out.txt", "folder"),
  [COMMANDS.link]: (run) => run.place("out.txt", { linkTo: "/etc/hostname" }),
  [COMMANDS.readStaged]: (run) => {
    const text = run.read("inputs/draft/notes/a.txt");
    if (text === undefined) return 1;
    run.print(text);
    return 0;
  },
  [COMMANDS.writeStaged]: (run) => run.write("inputs/draft/notes/a.txt", "x"),
  [COMMANDS.script]: (run) => run.write("run.sh", "exit 0", true),
};
