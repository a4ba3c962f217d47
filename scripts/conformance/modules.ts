/** Modules that starlark-go's programs load and that are no part of the language. */
import type { Module } from "@crucible/starlark";

export const MODULES: ReadonlyMap<string, Module> = new Map();
