import {
  Budget,
  childrenOf,
  evaluate,
  parse,
  type SyntaxNode,
  type SyntaxTree,
  walk,
} from "@crucible/starlark";
import { describe, expect, test } from "vitest";

function treeOf(source: string): SyntaxTree {
  const parsed = parse(source, { file: "a.star" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
  return parsed.tree;
}

/** Each node's kind and the text it covers, parents first. */
function covered(source: string): string[] {
  const found: string[] = [];
  walk(treeOf(source), (node) => {
    found.push(`${node.kind}: ${source.slice(node.start, node.end)}`);
  });
  return found;
}

/** One statement of each kind, with every kind of expression in them. */
const EVERYTHING = `
load("m.star", "a", b = "c")
def f(p, q = 1, *r, s, t = [2], **u):
    for i, (j, k) in [(1, (2, 3))]:
        if i < j:
            continue
        elif not i:
            break
        else:
            pass
    return p[0].attr[1:2:3] + f(q, *r, **u)
x = {"k": (1.5, -2)} if f else lambda y, *z: y
x["k"] += 3
[m.n, o] = [v for v in x if v for w in v]
{k: v for k, v in x.items()}
def g(*, h): return
`;

describe("the syntax tree", () => {
  test("gives every node the range of its text", () => {
    expect(covered("t = call(name = [1, x.y], *a)")).toEqual([
      "Assign: t = call(name = [1, x.y], *a)",
      "Identifier: t",
      "Call: call(name = [1, x.y], *a)",
      "Identifier: call",
      "Argument: name = [1, x.y]",
      "Name: name",
      "List: [1, x.y]",
      "IntegerLiteral: 1",
      "Attribute: x.y",
      "Identifier: x",
      "Name: y",
      "Argument: *a",
      "Identifier: a",
    ]);
  });

  test("gives statements the range of their whole block", () => {
    expect(covered("if a:\n    b\nelif c:\n    d\nelse:\n    e\nf")).toEqual([
      "If: if a:\n    b\nelif c:\n    d\nelse:\n    e",
      "IfBranch: if a:\n    b",
      "Identifier: a",
      "ExpressionStatement: b",
      "Identifier: b",
      "IfBranch: elif c:\n    d",
      "Identifier: c",
      "ExpressionStatement: d",
      "Identifier: d",
      "ExpressionStatement: e",
      "Identifier: e",
      "ExpressionStatement: f",
      "Identifier: f",
    ]);
  });

  test("nests every child inside its parent and keeps siblings in order", () => {
    let nodes = 0;
    walk(treeOf(EVERYTHING), (node) => {
      nodes++;
      let from = node.start;
      for (const child of childrenOf(node)) {
        expect(child.start).toBeGreaterThanOrEqual(from);
        expect(child.end).toBeLessThanOrEqual(node.end);
        expect(child.end).toBeGreaterThanOrEqual(child.start);
        // The symbol of a load stands for its local name too, so the two may cover the same text.
        if (child.kind !== "Identifier") from = child.start;
      }
    });
    expect(nodes).toBeGreaterThan(100);
  });

  test("is the same after it has run", () => {
    const tree = treeOf("x = [i * 2 for i in range(3)]\ndef f(a, *b):\n    return a\nf(x)\n");
    const before = structuredClone(tree.statements);
    evaluate(tree, { budget: new Budget() });
    expect(tree.statements).toEqual(before);
  });

  test("numbers its identifiers in source order without a gap", () => {
    const tree = treeOf(EVERYTHING);
    const ordinals: number[] = [];
    walk(tree, (node) => {
      if (node.kind === "Identifier") ordinals.push(node.ordinal);
    });
    expect([...ordinals].sort((a, b) => a - b)).toEqual(
      Array.from({ length: tree.identifierCount }, (_, index) => index),
    );
  });

  test("measures the height of expressions", () => {
    const heights = new Map<string, number>();
    walk(treeOf("f(1 + 2 * 3)[a.b.c]"), (node: SyntaxNode) => {
      if ("depth" in node)
        heights.set(node.kind, Math.max(heights.get(node.kind) ?? 0, node.depth));
    });
    expect(Object.fromEntries(heights)).toEqual({
      Attribute: 3,
      Binary: 3,
      Call: 4,
      Identifier: 1,
      Index: 5,
      IntegerLiteral: 1,
    });
  });

  test("leaves out what a visitor does not want to enter", () => {
    const kinds: string[] = [];
    walk(treeOf("def f():\n    return 1\nx = 2"), (node) => {
      kinds.push(node.kind);
      return node.kind !== "Def";
    });
    expect(kinds).toEqual(["Def", "Assign", "Identifier", "IntegerLiteral"]);
  });

  test("keeps the comments", () => {
    const tree = treeOf("# one\nx = [ # two\n  1, #three\n]\n\n  # four\n#");
    expect(tree.comments.map(({ text }) => text)).toEqual([" one", " two", "three", " four", ""]);
    expect(tree.comments.map((comment) => tree.range(comment).start.line)).toEqual([1, 2, 3, 6, 7]);
  });

  test("is there for a source that could not be evaluated", () => {
    const found: string[] = [];
    walk(treeOf('undefined_name[1/0]\nworkflow(type = "playbook", tasks = nothing)'), (node) => {
      if (node.kind === "Argument" && node.value.kind === "StringLiteral") {
        found.push(`${node.name?.text} ${node.value.value}`);
      }
    });
    expect(found).toEqual(["type playbook"]);
  });
});

describe("positions", () => {
  test.each([
    ["lines end at LF, CRLF and CR", "a\nb\r\nc\rd", "d", 4, 1],
    ["columns count code points", 'x = "😀é" + y', "y", 1, 12],
    ["a byte-order mark has no column", "\ufeffabc = 1", "abc", 1, 1],
    ["a tab is one column", "if x:\n\ty", "y", 2, 2],
    ["a line of a triple-quoted string counts", 's = """\n\n"""\nz', "z", 4, 1],
    ["joined lines count", "x = 1 + \\\n  w", "w", 2, 3],
  ])("%s", (_title, source, name, line, column) => {
    const tree = treeOf(source);
    let start: unknown;
    walk(tree, (node) => {
      if (node.kind === "Identifier" && node.name === name) start = tree.range(node).start;
    });
    expect(start).toEqual({ line, column, offset: source.lastIndexOf(name) });
  });

  test("the start of a file with a byte-order mark is its first column", () => {
    const { source } = treeOf("\ufeffx = 1");
    expect(source.position(0)).toEqual({ line: 1, column: 1, offset: 0 });
    expect(source.position(1)).toEqual({ line: 1, column: 1, offset: 1 });
    expect(source.position(2)).toEqual({ line: 1, column: 2, offset: 2 });
  });

  test.each([0, 1, 1023, 1024, 1025, 2047, 2048, 2049, 5000])(
    "columns are right at %d units into a long line with characters of every size",
    (index) => {
      const line = "a😀é".repeat(2000);
      const tree = treeOf(`x = 1\n"${line}"`);
      const offset = 7 + index;
      const expected = [...tree.source.text.slice(6, offset)].length + 1;
      expect(tree.source.position(offset)).toEqual({ line: 2, column: expected, offset });
    },
  );

  test("a range ends behind its last character, also on another line", () => {
    const tree = treeOf("f(1,\n  2)\n");
    expect(tree.range(tree.statements[0] as SyntaxNode)).toEqual({
      file: "a.star",
      start: { line: 1, column: 1, offset: 0 },
      end: { line: 2, column: 5, offset: 9 },
    });
  });
});
