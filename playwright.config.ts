import { defineConfig, devices } from "@playwright/test";

const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
];

/** Against the production build and real Postgres; nothing is retried, so that nothing flaky hides. */
export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/global-setup.ts",
  outputDir: "test-results",
  retries: 0,
  workers: 1,
  // For a machine that does other things too; what is waited for has its own, shorter limit.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  projects: [
    { name: "e2e", testMatch: "*.test.ts" },
    { name: "screens", testMatch: "screens.ts" },
  ],
  use: {
    ...devices["Desktop Chrome"],
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
      args: CHROMIUM_ARGS,
    },
  },
});
