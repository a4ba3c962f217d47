/** Documents point at things that exist: files, headings, and the paths that the architecture names. */
import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { isDocument, root, textOf, trackedFiles } from "./tracked-files.js";

const files = trackedFiles();
const documents = files.filter(isDocument);

function withoutCode(text: string): string {
  return text.replace(/^(```|~~~)[\s\S]*?^\1/gm, "").replace(/`[^`\n]*`/g, "");
}

/** The anchors of a document's headings, as code hosts derive them. */
function anchors(path: string): ReadonlySet<string> {
  const headings = textOf(path)
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, "")
    .matchAll(/^#{1,6} +(.+)$/gm);
  const slugs = [...headings].map((match) =>
    (match[1] ?? "")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-"),
  );
  return new Set(slugs);
}

/** Every relative link of a document with the file and the heading that it means. */
function links(path: string): readonly { link: string; file: string; anchor: string }[] {
  return [...withoutCode(textOf(path)).matchAll(/\]\(([^()\s]+)\)/g)]
    .map((match) => match[1] ?? "")
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [target = "", anchor = ""] = link.split("#");
      const file = target === "" ? path : posix.join(posix.dirname(path), target);
      return { link, file, anchor };
    });
}

describe("links between documents", () => {
  it.each(documents)("%s", (path) => {
    const broken = links(path).filter(({ file, anchor }) => {
      if (!existsSync(join(root, file))) return true;
      return (
        anchor !== "" && (statSync(join(root, file)).isDirectory() || !anchors(file).has(anchor))
      );
    });
    expect(broken.map(({ link }) => link)).toEqual([]);
  });
});

describe("ARCHITECTURE.md", () => {
  it("names only paths that exist", () => {
    const text = textOf("ARCHITECTURE.md");
    const named = [...text.matchAll(/`((?:packages|docs|examples|scripts|test|\.ci)\/[\w./-]*)`/g)];
    const paths = named.map((match) => match[1] ?? "");
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
