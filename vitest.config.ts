import { defineConfig } from "vitest/config";

const setupFiles = ["tests/setup/quiet-console.ts"];
const globalSetup = ["tests/setup/start-postgres.ts"];

// Vite calls its own base path BASE_URL and puts it into the environment.
const env = { BASE_URL: "http://localhost:3000", NOTWICE_LOG_LEVEL: "fatal" };

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", env, include: ["tests/{unit,architecture}/**/*.test.{ts,tsx}"], setupFiles } },
      {
        test: {
          name: "integration",
          include: ["tests/{integration,routes,property}/**/*.test.ts"],
          env,
          setupFiles,
          globalSetup,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "crash",
          include: ["tests/{crash,faults}/**/*.test.ts"],
          env,
          setupFiles,
          globalSetup,
          // Children that are killed and reaped by the hundred, on a machine that does other things too.
          testTimeout: 300_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
