/**
 * Large declared files: `capture` takes one out of a workspace into the blobs of a file store, `stage` puts it into
 * another, `copy` is what they are held against. `node bench/capture.mjs <capture|stage|copy> wide <files of 256 MB>`.
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileStore, gitWorld } from "@crucible/local";
import { memoryPack } from "@crucible/testing";
import { measure, wanted } from "./measure.mjs";

const BYTES = 268_435_456;
const PIECE_BYTES = 1_048_576;
const { variant, tasks } = wanted();
const folder = mkdtempSync(join(tmpdir(), "crucible-capture-"));
mkdirSync(join(folder, "pack"));
const { blobs } = fileStore(join(folder, "pack", "state"));
const world = gitWorld({ packFolder: join(folder, "pack") });
const workspace = await world.open({
  run: "run",
  execution: "execution",
  pack: memoryPack({}),
  settings: {},
});
const path = join(workspace.location, "large.bin");
writeLarge();
const kept = variant === "stage" ? await capture() : undefined;

await measure(
  tasks,
  () => undefined,
  async () => {
    let ran = 0;
    for (; ran < tasks; ran++) {
      if (variant === "copy") execFileSync("cp", [path, join(folder, `copy-${ran}`)]);
      else if (kept === undefined) await capture();
      else await stage(kept);
    }
    return { ran };
  },
);
await workspace.close();
rmSync(folder, { recursive: true });

/** @returns {Promise<string>} the blob's digest */
async function capture() {
  const captured = await workspace.capture("large.bin", { bytesMax: BYTES });
  if (captured.kind !== "file") throw new Error(`large.bin is ${captured.kind}`);
  return (await blobs.put(captured.content, BYTES)).digest;
}

/** @param {string} digest */
async function stage(digest) {
  const content = await blobs.get(digest);
  if (content === undefined) throw new Error("the blob is gone");
  const file = { path: "large.bin", executable: false, content: () => content };
  await workspace.stage([{ directory: "producer", files: [file] }]);
}

function writeLarge() {
  const piece = Buffer.alloc(PIECE_BYTES);
  const file = openSync(path, "w");
  for (let written = 0; written < BYTES; written += PIECE_BYTES) {
    piece.writeUInt32LE(written, 0);
    writeSync(file, piece);
  }
  closeSync(file);
}
