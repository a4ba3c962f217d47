import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Tests import every workspace package from its sources, so nothing has to be built first.
  ssr: { resolve: { conditions: ["@crucible/source", ...defaultServerConditions] } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: ["test/setup/fail-on-console.ts"],
    // A loaded machine is slow; only a test that hangs should run into these.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      reporter: ["text", "json-summary"],
    },
  },
});
