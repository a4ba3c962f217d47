/** What a run header names as the engine that wrote it. */
export const ENGINE_VERSION = "0.0.0";
