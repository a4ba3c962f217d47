import type { Waiver } from "./waivers.js";
export const REASONS: ReadonlyMap<string, string> = new Map();
export const OFFICIAL_WAIVERS: readonly Waiver[] = [];
export const STARLARK_GO_WAIVERS: readonly Waiver[] = [];
