/** `report`: the publication that the engine itself makes when a run has ended (DSL-101, DSL-102). */
import { bareTask, type ReportTask } from "@crucible/core";
import { StarlarkDict } from "@crucible/starlark";
import { quotePath } from "../diagnostics/quote.js";
import type { Compilation } from "../evaluate/compilation.js";
import { Arguments } from "./arguments.js";
import { optionalField, optionalParameter, requiredParameter } from "./common.js";
import type { Constructor } from "./constructor.js";
import { readFile } from "./pack-files.js";

const DESTINATIONS = ["slack"] as const;

export const report: Constructor = {
  parameters: [
    requiredParameter("name"),
    requiredParameter("destination"),
    ...["template", "result", "severity_field", "required"].map(optionalParameter),
  ],
  call: (call, compilation) => {
    const args = new Arguments(call);
    const task: ReportTask = {
      ...bareTask(args.text("name")),
      kind: "report",
      stage: "epilogue",
      required: args.boolean("required", true),
      destination: readDestination(args),
      template: readTemplate(args, compilation),
      ...optionalField("result", args.optionalTask("result")),
      ...optionalField("severityField", args.optionalText("severity_field")),
    };
    return compilation.construct({ task, call, otherwise: false });
  },
};

/** `{"kind": "slack"}`: a key that the engine knows, never an address or a credential. */
function readDestination(args: Arguments): ReportTask["destination"] {
  const value = args.value("destination") ?? null;
  const wanted = 'a dict such as {"kind": "slack"}';
  if (!(value instanceof StarlarkDict)) return args.wrongType("destination", wanted, value);
  const entries = [...value.pairs()].map(
    ({ key, value: item }) =>
      [args.textOf("destination", key, wanted), args.textOf("destination", item, wanted)] as const,
  );
  const [first, ...others] = entries;
  const kind = DESTINATIONS.find((known) => known === first?.[1]);
  if (first?.[0] === "kind" && others.length === 0 && kind !== undefined) return { kind };
  const message = 'destination must be {"kind": "slack"}; the engine knows no other destination';
  return args.fail("destination", "destination", message);
}

/** The template's text; empty when the report has none and shows its card alone. */
function readTemplate(args: Arguments, compilation: Compilation): string {
  const path = args.optionalText("template");
  if (path === undefined) return "";
  const subject = `template ${quotePath(path)}`;
  return readFile(args.call, compilation, { subject, argument: "template", path });
}
