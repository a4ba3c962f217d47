/** docs/reference/log.md names every kind of log line with its fields, and none that there is not. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { ExecutionHeader } from "../src/index.js";
import { entrySchemas, envelope } from "../src/wire/entry-schemas.js";
import { decodeHeader } from "../src/wire/index.js";

const text = readFileSync(join(import.meta.dirname, "../../../docs/reference/log.md"), "utf8");

/** The part of the document below a heading, up to the next one of any level. */
function section(heading: string): string {
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`docs/reference/log.md has no ${heading}`);
  const rest = text.slice(start + heading.length + 2);
  const end = rest.search(/^#{1,6} /m);
  return end < 0 ? rest : rest.slice(0, end);
}

/** The fields of the table with this head, `?` behind those that may be left out. */
function documented(part: string, head: string): readonly string[] {
  const lines = part.split("\n");
  const start = lines.indexOf(`| ${head} | holds |`);
  if (start < 0) return [];
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return rows.slice(0, end).map((line) => {
    const match = /^\| `(\w+)`(\??) \| .+ \|$/.exec(line);
    if (match === null) throw new Error(`not a row of fields: ${line}`);
    return `${match[1]}${match[2]}`;
  });
}

type Shape = Readonly<Record<string, z.ZodType>>;

function shapeOf(schema: z.ZodType): Shape | undefined {
  return (schema as { readonly shape?: Shape }).shape;
}

/** The same list, read off a schema. */
function declared(shape: Shape): readonly string[] {
  return Object.entries(shape).map(([name, schema]) => `${name}${isOptional(schema) ? "?" : ""}`);
}

function isOptional(schema: z.ZodType): boolean {
  return schema._zod.optin === "optional";
}

/** Names of fields inside a field: of an object, of a list's objects, optional or not. */
function inner(schema: z.ZodType): readonly string[] {
  const { innerType, element } = schema._zod.def as { innerType?: z.ZodType; element?: z.ZodType };
  const within = innerType ?? element;
  if (within) return inner(within);
  const shape = shapeOf(schema) ?? {};
  return Object.entries(shape).flatMap(([name, field]) => [name, ...inner(field)]);
}

const schemas = Object.entries(entrySchemas) as [string, z.ZodType][];
const shapeOfKind = (schema: z.ZodType): Shape => shapeOf(schema) ?? {};

describe("docs/reference/log.md", () => {
  it("has a heading for every kind that is read, and no other", () => {
    const headings = [...text.matchAll(/^### `(\w+)`$/gm)].map((match) => match[1]);
    expect([...headings].sort()).toEqual(schemas.map(([kind]) => kind).sort());
  });

  it.each(schemas)("names the fields of %s, in order, and no other", (kind, schema) => {
    const shape = shapeOfKind(schema);
    const fields = documented(section(`### \`${kind}\``), "field");
    expect(["kind", ...fields]).toEqual(declared(shape));
  });

  it.each(schemas)("names what is inside the fields of %s", (kind, schema) => {
    const part = section(`### \`${kind}\``);
    for (const name of Object.values(shapeOfKind(schema)).flatMap(inner)) {
      expect(part).toContain(`\`${name}\``);
    }
  });

  it("names the fields of a task of the admitted plan, in order, and no other", () => {
    const tasks = shapeOfKind(entrySchemas.plan_admitted)["tasks"] as z.ZodArray<z.ZodType>;
    const part = section("### `plan_admitted`");
    expect(documented(part, "field of a task")).toEqual(declared(shapeOfKind(tasks.element)));
  });

  it("names the fields around an entry", () => {
    expect(documented(section("## A line"), "field")).toEqual(declared(shapeOfKind(envelope)));
  });

  it("names the fields of the header, each of which a reader needs but for those with a mark", () => {
    const digest = `sha256:${"0".repeat(64)}`;
    const whole: Required<ExecutionHeader> = {
      v: 1,
      run: "r",
      execution: "e",
      started_at: "2030-01-01T00:00:00Z",
      plan_digest: digest,
      plan: {},
      launch: {
        ceilings: { costNano: 1, wallMs: 1 },
        width: 1,
        capabilities: [],
        captureBytesMax: 0,
        turnPriceNano: 1,
      },
      bundle: { id: "b", version: "1", name: "n", description: "" },
      pack_digest: "tree1:",
      pack: [{ path: "p", digest, executable: false }],
      engine: "0",
      settings: {},
      workspace: {},
      parent: { run: "r", execution: "d" },
    };
    const without = (name: string): string =>
      JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)));
    const fields = Object.keys(whole).map(
      (name) => `${name}${decodeHeader(without(name)).ok ? "?" : ""}`,
    );
    const part = section("## The header");
    expect(documented(part, "field")).toEqual(fields);
    const { ceilings, ...launch } = whole.launch;
    for (const name of [...Object.keys(ceilings), ...Object.keys(launch), "ceilings"]) {
      expect(part).toContain(`\`${name}\``);
    }
  });
});
