/**
 * `npm test`: installs what is missing, then checks and tests everything that has to pass before a change lands.
 * `npm test -- <words>`: the test files whose paths have one of the words.
 * `npm test -- --changed`: in seconds, what differs from the last commit: lint, types, and the nearest tests.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { demandNode, ensureBuilt, ensureInstalled, run, say } from "../app/server/prepare.mjs";
import { nearestTests } from "./nearest-tests.mjs";

/** What tests drive besides Node, by the Debian package that has it. */
const programs = {
  chromium: "/usr/bin/chromium",
  "chromium-headless-shell": "/usr/lib/chromium/chromium-headless-shell",
  postgresql: "/usr/lib/postgresql",
  pgbouncer: "/usr/sbin/pgbouncer",
  strace: "/usr/bin/strace",
  faketime: "/usr/bin/faketime",
  age: "/usr/bin/age",
  prometheus: "/usr/bin/promtool",
  "firefox-esr": "/usr/bin/firefox-esr",
  "webkit2gtk-driver": "/usr/bin/WebKitWebDriver",
  xvfb: "/usr/bin/Xvfb",
};

demandNode();
ensureInstalled();
install(programs);
// Tests start the site and its commands again and again. Compiled once, each start takes a third less processor time.
process.env.NODE_COMPILE_CACHE ??= resolve("node_modules/.cache/compiled");
process.env.PROGRESS = "yes";
const began = Date.now();
const words = process.argv.slice(2);
if (words[0] === "--changed") await checkChanges();
else if (words.length > 0) {
  ensureBuilt();
  run(bin("vitest"), ["run", ...words]);
} else await checkEverything();
say(`That took ${Math.round((Date.now() - began) / 1000)} s.`);

async function checkEverything() {
  // Two lanes for two processors. A check that fails is said at once; the build goes on, for the tests need it.
  say("Checking format and lint (biome), types (tsc), and for code that nothing but tests uses (knip).");
  const checked = inTurn([
    [bin("biome"), "check", "--error-on-warnings"],
    [bin("tsc"), "--build"],
    [bin("knip"), "--production", "--include", "files,exports,types"],
  ]);
  const built = inTurn([[process.execPath, "app/server/ready.mjs"]]);
  await Promise.all([checked, built]);
  say("Testing (vitest).");
  run(bin("vitest"), ["run"]);
}

/** What differs from the last commit, with the nearest tests of it. */
async function checkChanges() {
  const changed = changedFiles();
  if (changed.length === 0) return say("Nothing differs from the last commit.");
  const tests = nearestTests(changed);
  say(`${changed.length} files differ; nearest tests: ${tests.join(" ") || "none"}.`);
  const checked = inTurn([
    [bin("biome"), "check", "--error-on-warnings", "--no-errors-on-unmatched", ...changed],
    [bin("tsc"), "--build"],
  ]);
  // A test of a started site needs the pages as they are now.
  if (tests.some((file) => /^test\/(site|journeys|specification)\//.test(file))) ensureBuilt();
  const tested = tests.length > 0 ? inTurn([[bin("vitest"), "run", "--bail", "3", ...tests]]) : undefined;
  await Promise.all([checked, tested]);
}

/** Sources that differ from the last commit or that git does not know yet. */
function changedFiles() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { encoding: "utf8" }).split("\n");
  const files = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  return files.filter((file) => file && existsSync(file));
}

/**
 * Runs commands one after the other, beside whatever else runs.
 * @param {string[][]} commands
 */
async function inTurn(commands) {
  for (const [command = "", ...args] of commands) {
    const child = spawn(command, args, { stdio: "inherit" });
    const status = await new Promise((done) => child.once("error", done).once("close", done));
    if (status === 0) continue;
    process.stderr.write(`${[command, ...args].join(" ")} failed.\n`);
    process.exit(1);
  }
}

/** @param {string} name */
function bin(name) {
  return `node_modules/.bin/${name}`;
}

/** @param {Record<string, string>} programs paths, by the Debian package that has them */
function install(programs) {
  const names = Object.keys(programs).filter((name) => !existsSync(programs[name] ?? ""));
  if (names.length === 0) return;
  say(`Installing from Debian: ${names.join(", ")}.`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
  const apt = (/** @type {string[]} */ ...args) => {
    const [command = "", ...rest] = [...sudo, "apt-get", ...args];
    run(command, rest, { ...process.env, DEBIAN_FRONTEND: "noninteractive" });
  };
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...names);
}
