/** The review that a route declares: a document made of the evidence and of nothing else, shown above it and bound with it. */
import { digestOf, type JsonObject, type Question, type RouteTask } from "@crucible/core";
import { command, type Program, planOf, printing, route, Testbed } from "@crucible/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeMarkdown } from "../../src/driver/review/escape-markdown.js";
import { parseTemplate } from "../../src/driver/review/parse-template.js";
import { renderTemplate } from "../../src/driver/review/render-template.js";
import { rowOf } from "./support.js";

const sure: Question = { id: "sure", instructions: "Sure?", type: "noul", drop: [] };
const human = { decider: { kind: "human" }, needs: "human" } as const;
const id = { run: "run-1", execution: "execution-2", route: "gate" };

function gate(review: string, fields: Partial<RouteTask> = {}): RouteTask {
  return route("gate", {
    questions: [sure],
    ...human,
    decider: { kind: "human", review },
    ...fields,
  });
}

/** What a template makes of an object whose fields are the parts that it may read. */
function rendered(source: string, evidence: JsonObject, charactersMax = 10_000): string {
  const bound = { charactersMax, name: "THE_BOUND" };
  return renderTemplate(parseTemplate(source, Object.keys(evidence)), evidence, bound);
}

describe("HUMAN-048: evidence holds the review where one is declared", () => {
  const draft = command("draft", { emits: [{ name: "title" }], emitsFiles: [{ path: "a.txt" }] });
  const drafting: Program = (run) => {
    run.write("a.txt", "text");
    run.print(`${JSON.stringify({ title: "On *fire*", secret: "s" })}\n`);
  };

  async function asked(review: string, bed = new Testbed({ desk: true })): Promise<Testbed> {
    await bed.start(planOf([draft, gate(review, { dependsOn: ["draft"] })]));
    await bed.clock.advance(1_000);
    return bed;
  }

  const bedOf = (): Testbed => new Testbed({ desk: true, commands: { draft: drafting } });

  it("rendered from every other part of it", async () => {
    const review = [
      "# {{ dependencies.draft.output.title }}",
      "{% for name, it in dependencies %}{{ name }}: {{ it.status }}",
      "{% for file in it.files %}- {{ file.path }}, {{ file.size }}{% endfor %}{% endfor %}",
      "{{ spent_usd }} of {{ ceilings.cost_usd }} USD, {{ elapsed_ms }} of {{ ceilings.wall_clock_ms }}",
      "{{ offered }}{{ leads_to }}",
    ].join("\n");
    const bed = await asked(review, bedOf());
    const { evidence } = bed.desk.opened[0] ?? {};
    expect(evidence?.["review"]).toBe(
      [
        "# On &#42;fire&#42;",
        "draft: pass",
        "- a&#46;txt, 4",
        "0 of 10 USD, 0 of 3600000",
        "&#123;&#125;&#91;&#93;",
      ].join("\n"),
    );
  });

  it("and holds none where none is", async () => {
    const bed = new Testbed({ desk: true, commands: { draft: drafting } });
    await bed.start(planOf([draft, route("gate", { questions: [sure], ...human })]));
    await bed.clock.advance(1_000);
    expect(Object.keys(bed.desk.opened[0]?.evidence ?? {})).not.toContain("review");
  });

  it("HUMAN-054: the digest binds it: another template is other evidence", async () => {
    const one = (await asked("One {{ spent_usd }}", bedOf())).desk.opened[0];
    const other = (await asked("Two {{ spent_usd }}", bedOf())).desk.opened[0];
    expect(one?.evidenceDigest).toBe(digestOf(one?.evidence ?? {}));
    expect(other?.evidenceDigest).not.toBe(one?.evidenceDigest);
    const { review: _, ...rest } = one?.evidence ?? {};
    const { review: __, ...others } = other?.evidence ?? {};
    expect(others).toEqual(rest);
  });

  it("HUMAN-049, HUMAN-050: what is not in the evidence fails the route, and nobody is asked", async () => {
    const bed = await asked("{{ dependencies.draft.output.secret }}", bedOf());
    expect(bed.desk.opened).toEqual([]);
    const log = bed.disk.log({ run: id.run, execution: id.execution });
    expect(rowOf({ log }, "gate")).toMatchObject({
      status: "fail",
      note: 'the review cannot be shown: 1:4: dependencies["draft"]["output"]["secret"] is not in the evidence',
    });
  });

  it("HUMAN-053: one above the bound on evidence fails the route, naming the bound", async () => {
    const bed = new Testbed({
      desk: true,
      commands: { draft: drafting },
      setup: { bounds: { evidenceBytesMax: 600 } },
    });
    await asked(`${"x".repeat(601)}`, bed);
    expect(bed.desk.opened).toEqual([]);
    const log = bed.disk.log({ run: id.run, execution: id.execution });
    expect(rowOf({ log }, "gate").note).toContain("CRUCIBLE_DECISION_EVIDENCE_MAX_BYTES");
  });

  it("a template that cannot be read is refused before anything runs, with its place", async () => {
    const bed = bedOf();
    const plan = planOf([draft, gate("ok\n {{ prompt }}", { dependsOn: ["draft"] })]);
    await expect(bed.start(plan)).rejects.toThrow(
      'task "gate": its review, 2:5: there is no "prompt" here; there is dependencies, offered, spent_usd, elapsed_ms, ceilings, leads_to',
    );
    expect(await bed.engine.list()).toEqual([]);
  });

  it("a route whose review was shown is answered as any other", async () => {
    const bed = new Testbed({ desk: true, commands: { draft: drafting, ship: printing({}) } });
    const plan = planOf([draft, gate("Ship?", { dependsOn: ["draft"] })]);
    const run = await bed.start(plan);
    await bed.clock.advance(1_000);
    bed.desk.answer(id, { sure: ["yes"] });
    expect((await bed.finish(run)).verdict).toBe("valid");
  });
});

describe("a review template", () => {
  const evidence: JsonObject = {
    list: ["b", "a"],
    table: { "k-1": { n: 1 }, __proto__x: null, a: true },
    text: "t",
    none: null,
    zero: 0,
  };

  it.each([
    ["a text alone, braces too: { } % # }}", "a text alone, braces too: { } % # }}"],
    ["{{text}}{{ table.a }}{{ zero }}{{ none }}", "ttrue0null"],
    ['{{ list[1] }}{{ table["k-1"].n }}{{ table[\'k-1\']["n"] }}', "a11"],
    ["{# nobody {{ reads }} this #}x", "x"],
    ["{% for x in list %}<{{ x }}>{% endfor %}", "<b><a>"],
    ["{% for x in list %}{% for x in list %}{{ x }}{% endfor %}{{ x }}{% endfor %}", "babbaa"],
    ["{% for k, v in table %}{{ k }}={{ v }};{% endfor %}", null],
    [
      "{% if none %}1{% else %}2{% endif %}{% if text %}3{% endif %}{% if zero %}4{% endif %}",
      "23",
    ],
    ['{% if text == "t" %}1{% endif %}{% if not text == "t" %}2{% endif %}', "1"],
    ["{% if text != 't' %}1{% else %}2{% endif %}{% if zero == 0 %}3{% endif %}", "23"],
    ["{% if none == null %}1{% endif %}{% if table.a == true %}2{% endif %}", "12"],
    ["{% if not none %}1{% endif %}", "1"],
  ])("%s", (source, document) => {
    if (document === null) {
      expect(rendered(source, evidence)).toBe(
        "&#95;&#95;proto&#95;&#95;x=null;a=true;k&#45;1=&#123;&#34;n&#34;&#58;1&#125;;",
      );
    } else expect(rendered(source, evidence)).toBe(document);
  });

  it.each([
    ["{{ other }}", '1:4: there is no "other" here'],
    ["a\n{{ text | upper }}", "2:9: filters are not supported yet"],
    ["{{ text + text }}", '1:9: "+" before }} is not supported yet'],
    ["{% set x = 1 %}", '1:4: the tag "set" is not supported yet'],
    ["{% include 'x' %}", '1:4: the tag "include" is not supported yet'],
    ["{%- if text %}{% endif %}", "1:3: expected the name of a tag"],
    ["{% if text -%}{% endif %}", '1:12: "-%}" before %} is not supported yet'],
    ["{% if text %}", "1:1: the tag has no endif"],
    ["{% for x in list %}", "1:1: the tag has no endfor"],
    ["{% for x in list %}{% endif %}", "1:20: endif closes nothing"],
    ["{% endfor %}", "1:1: endfor closes nothing"],
    ["{% for x of list %}{% endfor %}", "a for tag needs `in` and a path"],
    ["{% for x in list %}{% endfor %}{{ x }}", 'there is no "x" here'],
    ["{{ text", "1:8: the tag is not closed"],
    ["{{ list[1 }}", "the bracket is not closed"],
    ["{{ list[text] }}", "brackets hold a text or a number"],
    ["{{ text.constructor }}", 'text["constructor"] is not in the evidence'],
    ["{{ table.toString }}", 'table["toString"] is not in the evidence'],
    ["{{ list.length }}", 'list["length"] is not in the evidence'],
    ["{{ list[2] }}", "list[2] is not in the evidence"],
    ["{% for x in text %}{% endfor %}", "1:13: text is no list"],
    ["{% for k, v in list %}{% endfor %}", "1:16: list is no object"],
    ["{% if text == list %}{% endif %}", "a value is compared with a text"],
    ["{# x", "1:1: the comment is not closed"],
    ["{{ § }}", '1:4: a tag cannot hold "§"'],
    ['{{ table["\\n"] }}', "the escape \\n is not supported yet"],
    ["{% if text %}".repeat(33) + "{% endif %}".repeat(33), "tags nest deeper than 32"],
  ])("HUMAN-050: refuses %s", (source, message) => {
    expect(() => rendered(source, evidence)).toThrow(message);
  });

  it("ends, whatever it repeats and however little that writes", () => {
    const long = { list: Array.from({ length: 2_000 }, () => 0) };
    const nested = "{% for x in list %}".repeat(5) + "{% endfor %}".repeat(5);
    expect(() => rendered(nested, long)).toThrow("more than 1000000 steps");
    const wide = {
      list: [...long.list],
      table: Object.fromEntries(long.list.map((_, index) => [`k${index}`, index])),
    };
    const looking = "{% for x in list %}{% if table %}{% endif %}{% endfor %}";
    expect(() => rendered(looking, wide)).toThrow("more than 1000000 steps");
    const doubling = "{% for x in list %}{{ list }}{% endfor %}";
    expect(() => rendered(doubling, long)).toThrow("longer than 10000, which THE_BOUND allows");
  });
});

describe("HUMAN-051: what a review inserts", () => {
  it.each([
    ["# a *b* _c_ `d` [e](f) <g> ![h](i)", "structure"],
    ["a\n\n# b\r\n- c\u2028d\te", "lines"],
    ["    code", "indentation"],
    ["&lt;script&gt; \\* www.example.com mailto:x@y.z", "references, escapes and links"],
    ["|a|b|\n|-|-|\n~~c~~ $d$ ```", "extensions"],
  ])("is text and nothing else: %j (%s)", (value) => {
    expect(escapeMarkdown(value)).toMatch(/^(?:[A-Za-z0-9 ]|&#\d+;)*$/);
    expect(escapeMarkdown(value)).not.toMatch(/^ | $/);
  });

  it("takes work in proportion to its length", () => {
    const inside = `a${" ".repeat(1_000_000)}b`;
    expect(escapeMarkdown(inside)).toBe(inside);
    expect(escapeMarkdown("   ")).toBe("&#32;&#32;&#32;");
    expect(escapeMarkdown("")).toBe("");
  });

  it("is read back as it was, but for line ends and other controls, which become spaces", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const escaped = escapeMarkdown(value);
        expect(escaped.replace(/&#\d+;/g, "")).not.toMatch(/[!-/:-@[-`{-~\p{Cc}\u2028\u2029]/u);
        const read = escaped.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
        expect(read).toBe(value.replace(/\r\n|[\p{Cc}\u2028\u2029]/gu, " "));
      }),
    );
  });
});
