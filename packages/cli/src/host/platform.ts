/** Where runs are possible at all. */
import { Refusal } from "../failure/failure.js";

/** Attempts need process groups and links; the compiler works everywhere. Throws {@link Refusal}. */
export function refuseWindows(): void {
  if (process.platform === "win32") {
    throw new Refusal("runs need Linux or macOS; on Windows, use crucible inside WSL");
  }
}
