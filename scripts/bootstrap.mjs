/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- plain JavaScript, in no typed project */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// Runs before anything is installed, on whatever Node is there: built-in modules and plain JavaScript only.

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_MAJOR = 24;
const NPM_MAJOR = 11;
const PARENT_CHECK_MS = 500;
/** npm takes a first signal for a wish to undo the install, which the next install does anyway. */
const INSTALL_STOPS_WITHIN_MS = 2_000;
const START_STOPS_WITHIN_MS = 40_000;
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Installs what is missing and goes on with `script` on the Node of this project.
 * @param {string} script path from the root of the repository
 */
export async function bootstrap(script) {
  if (needsInstall()) await install();
  await goOn(script);
}

/**
 * The same for what runs beside a server, whose packages an install would take away: it only says what is missing.
 * @param {string} script path from the root of the repository
 */
export async function bootstrapInstalled(script) {
  if (!existsSync(join(ROOT, "node_modules", ".package-lock.json"))) fail("Nothing is installed here yet: run npm ci.");
  await goOn(script);
}

/** @param {string} script */
async function goOn(script) {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) {
    watchParent(() => process.kill(process.pid, "SIGTERM"));
    await import(pathToFileURL(join(ROOT, script)).href);
  } else {
    handOver(script);
  }
}

/** npm writes its own record last, so an interrupted install counts as none. */
function needsInstall() {
  const record = join(ROOT, "node_modules", ".package-lock.json");
  return !existsSync(record) || statSync(record).mtimeMs < statSync(join(ROOT, "package-lock.json")).mtimeMs;
}

async function install() {
  const npm = npmVersion();
  if (Number.parseInt(npm, 10) < NPM_MAJOR) {
    fail(`npm ${npm} is too old: Notwice needs npm ${NPM_MAJOR} or newer (npm install --global npm@${NPM_MAJOR}).`);
  }
  const began = Date.now();
  process.stdout.write("  Packages".padEnd(30));
  const child = spawn("npm", ["ci", "--loglevel=error", "--include=dev"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const release = passSignalsTo(child, INSTALL_STOPS_WITHIN_MS);
  const status = await new Promise((resolve) => child.on("exit", resolve));
  if (release()) process.exit(1);
  if (status !== 0) fail("\nnpm ci failed; what it said stands above.");
  console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s`);
}

function npmVersion() {
  try {
    return execFileSync("npm", ["--version"], { encoding: "utf8" }).trim();
  } catch {
    return fail(`npm was not found: Notwice needs npm ${NPM_MAJOR} or newer.`);
  }
}

/** @param {string} script */
function handOver(script) {
  const node = join(ROOT, "node_modules", ".bin", "node");
  if (!existsSync(node)) fail(`npm did not install Node ${NODE_MAJOR}: run npm ci with install scripts allowed.`);
  // The channel tells the child that we are gone, however we went.
  const child = spawn(node, [join(ROOT, script), ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  passSignalsTo(child, START_STOPS_WITHIN_MS);
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {number} patienceMs after which a child that did not listen is killed
 * @returns {() => boolean} ends the passing; whether any was passed
 */
function passSignalsTo(child, patienceMs) {
  let passed = false;
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    passed = true;
    child.kill(signal);
    setTimeout(() => child.kill("SIGKILL"), patienceMs).unref();
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  const unwatch = watchParent(() => pass("SIGTERM"));
  return () => {
    unwatch();
    for (const signal of SIGNALS) process.off(signal, pass);
    return passed;
  };
}

/**
 * npm passes signals on, but nobody tells us that it was killed itself.
 * @param {() => void} stop
 * @returns {() => void}
 */
function watchParent(stop) {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, PARENT_CHECK_MS);
  watch.unref();
  return () => clearInterval(watch);
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
