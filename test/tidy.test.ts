/**
 * Style that no linter knows. Every rule gives the list of offenders, so that a failure names the file and the fix.
 */
import { describe, expect, it } from "vitest";
import { isDocument, textOf, trackedFiles } from "./tracked-files.js";

const LINES_MAX = 600;
const LINES_MEDIAN_MAX = 120;
const LINES_NINETIETH_MAX = 350;
const RULE_IDS_A_TITLE_MAX = 3;

const files = trackedFiles();
const sources = files.filter((path) => /^packages\/[^/]+\/src\/.+\.ts$/.test(path));
const code = files.filter((path) => /\.(ts|cts|mjs|cjs)$/.test(path));
const tests = files.filter((path) => path.endsWith(".test.ts"));

function lineCount(path: string): number {
  return textOf(path).trimEnd().split("\n").length;
}

/** Code without comments, line numbers kept. A `//` after a colon is an address, not a comment. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(/(^|[^:])\/\/.*$/gm, "$1");
}

/** `file:line: why` for every line that matches. */
function offenders(paths: readonly string[], pattern: RegExp, why: string): string[] {
  return paths.flatMap((path) =>
    withoutComments(textOf(path))
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${why}`] : [])),
  );
}

describe("files", () => {
  it("stay under the hard cap", () => {
    expect(code.filter((path) => lineCount(path) > LINES_MAX)).toEqual([]);
  });

  it("of the packages are small in the main", () => {
    const sizes = sources.map(lineCount).sort((a, b) => a - b);
    const at = (share: number) => sizes[Math.floor((sizes.length - 1) * share)] ?? 0;
    expect(at(0.5)).toBeLessThanOrEqual(LINES_MEDIAN_MAX);
    expect(at(0.9)).toBeLessThanOrEqual(LINES_NINETIETH_MAX);
  });
});

describe("pure packages", () => {
  // The command of the language is a host of it, as a program of anybody else would be.
  const hosts = /^packages\/starlark\/src\/command\//;
  const pure = sources.filter(
    (path) => /^packages\/(core|starlark|compiler|executor)\//.test(path) && !hosts.test(path),
  );

  // Globals that hide the world, such as `process`, are a lint rule; these are members of innocent globals.
  it.each([
    [/\bDate\.now\b|\bnew Date\(\)/, "read the time from the Clock port"],
    [/\bperformance\.now\b/, "read the time from the Clock port"],
    [/\bMath\.random\b/, "take identifiers and chance from the host"],
    [/\brandomUUID\b|\bgetRandomValues\b/, "take identifiers and chance from the host"],
    [/\bprocess\.(env|argv|exit|cwd|platform|nextTick|hrtime)\b/, "take settings from the caller"],
    [/\bconsole\.\w+\(/, "return a diagnostic or append an entry"],
  ])("never use %s", (pattern, instead) => {
    expect(offenders(pure, pattern, instead)).toEqual([]);
  });
});

describe("tests", () => {
  it("are never left out", () => {
    const pattern = /\b(it|test|describe|bench)\.(only|skip|todo|skipIf|fails)\b/;
    expect(offenders(tests, pattern, "finish the test or delete it")).toEqual([]);
  });

  it("name at most three rules in a title", () => {
    const crowded = tests.flatMap((path) =>
      [...textOf(path).matchAll(/\b(?:it|test|describe)\((["'`])(.*?)\1/g)]
        .map((match) => match[2] ?? "")
        .filter(
          (title) => (title.match(/\b[A-Z]{2,}-\d{3}\b/g) ?? []).length > RULE_IDS_A_TITLE_MAX,
        )
        .map((title) => `${path}: ${title}`),
    );
    expect(crowded).toEqual([]);
  });
});

describe("tracked files", () => {
  const text = files.filter((path) => !/\.(png|ttf|otf|wasm|gz|tgz)$/.test(path));

  it("name no folder of one machine", () => {
    // Ada is nobody: the invented user of examples.
    const place = /(?<![\w.:-])\/(Users|root|work|home(?!\/ada\b))\/\w/;
    expect(text.filter((path) => place.test(textOf(path)))).toEqual([]);
  });

  it("name no package registry, so that an install asks the reader's own", () => {
    const registry = /\/\/registry\.|\bnpm\.pkg\.|\/artifactory\/|"resolved": "https?:/;
    expect(text.filter((path) => registry.test(textOf(path)))).toEqual([]);
  });

  it("hold no conflict marker", () => {
    expect(text.filter((path) => /^(<{7}|>{7}) /m.test(textOf(path)))).toEqual([]);
  });
});

describe("the licence", () => {
  it("is the same text in every package, since each is published by itself", () => {
    const copies = files.filter((path) => /^packages\/[^/]+\/LICENSE$/.test(path));
    const packages = files.filter((path) => /^packages\/[^/]+\/package\.json$/.test(path));
    expect(copies.length).toBe(packages.length);
    expect(copies.filter((path) => textOf(path) !== textOf("LICENSE"))).toEqual([]);
  });
});

describe("documents", () => {
  const documents = files.filter(isDocument);

  it("open with their one title", () => {
    const wrong = documents.filter((path) => {
      const prose = textOf(path).replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
      return !prose.startsWith("# ") || (prose.match(/^# /gm) ?? []).length !== 1;
    });
    expect(wrong).toEqual([]);
  });
});
