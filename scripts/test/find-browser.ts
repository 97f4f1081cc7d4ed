import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { CommandError } from "../process/command-error.ts";

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser that is there: the one named by CHROMIUM_PATH, the system's, or Playwright's own. */
export function findBrowser(): string | undefined {
  return [process.env["CHROMIUM_PATH"] ?? "", ...SYSTEM_BROWSERS, chromium.executablePath()].find(existsSync);
}

/** The same, installed if there is none. */
export function ensureBrowser(): string {
  const browser = findBrowser() ?? install();
  if (browser === undefined) {
    throw new CommandError(
      "No browser was found or could be installed: install Chromium, or set CHROMIUM_PATH to one.",
    );
  }
  console.log(`Browser: ${browser}`);
  return browser;
}

function install(): string | undefined {
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("No browser here: installing Debian's chromium.");
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "chromium"]);
  } else {
    console.log("No browser here: installing Playwright's chromium.");
    run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]);
  }
  return findBrowser();
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "ignore", "inherit"],
  });
}
