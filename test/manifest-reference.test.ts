/** The manifest that the reference shows is one, and nothing in it is without effect. */
import { readManifest } from "@crucible/compiler";
import { expect, it } from "vitest";
import { textOf } from "./tracked-files.js";

it("docs/reference/manifest.md shows a manifest that is read whole, without a warning", () => {
  const [, text = ""] =
    /^```toml\n([\s\S]*?)^```$/m.exec(textOf("docs/reference/manifest.md")) ?? [];
  const reading = readManifest(text);
  expect(reading).toMatchObject({ ok: true, warnings: [] });
  expect(reading.ok && reading.manifest).toMatchObject({
    edition: 2,
    repo: { ref: "main" },
    agent: { harness: "claude", overrides: { models: ["claude-opus-4-6", "claude-haiku-4-5"] } },
    secrets: [{ env: "ANTHROPIC_API_KEY" }],
    unsupported: [],
  });
});
