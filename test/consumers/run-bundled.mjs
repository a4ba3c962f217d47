/**
 * Bundles the consumer as for a browser and runs it in a context that has the globals of the web platform and nothing of
 * Node: `run-bundled.mjs <path of the bundler>`. A Node module anywhere in the graph fails the bundling.
 */
import { createContext, runInContext } from "node:vm";

const { default: bundler } = await import(process.argv[2]);
const { outputFiles } = await bundler.build({
  entryPoints: ["consumer.ts"],
  bundle: true,
  platform: "browser",
  format: "iife",
  write: false,
  logLevel: "error",
});
const context = createContext({
  AbortController,
  AbortSignal,
  console,
  TextDecoder,
  TextEncoder,
  URL,
});
runInContext(outputFiles[0].text, context);
