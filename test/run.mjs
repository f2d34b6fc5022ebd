/**
 * `npm test`: installs what is missing, then checks and tests everything that has to pass before a change lands.
 * `npm test -- <words>`: the test files whose paths have one of the words, else the tests with these words in their titles.
 * `npm test -- --changed`: in seconds, what differs from the last commit: lint, types, the nearest tests, and the paths of
 * charts.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { demandNode, ensureBuilt, ensureInstalled, run, say } from "../app/server/prepare.mjs";
import { nearestTests, needBuild, testsWith } from "./nearest-tests.mjs";

/** The programs that tests drive besides Node, by their Debian packages. */
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
ensureInstalled({ checks: true });
install(programs);
// Tests start the site and its commands again and again. Compiled once, each start takes a third less processor time.
process.env.NODE_COMPILE_CACHE ??= resolve("node_modules/.cache/compiled");
process.env.PROGRESS = "yes";
const began = Date.now();
const words = process.argv.slice(2);
const vitest = "node_modules/.bin/vitest";
// TypeScript 7, whose program is three times as fast. Our editors and tools do not use its interface yet.
const types = [process.execPath, "node_modules/typescript-native/bin/tsc", "--build"];
if (words[0] === "--changed") await checkChanges();
else if (words.length > 0) testWhatFits();
else await checkEverything();
say(`That took ${Math.round((Date.now() - began) / 1000)} s.`);

async function checkEverything() {
  // Two lanes for two processors.
  say(
    "Building, and checking format and lint (biome), types (tsc), and for code that nothing but tests uses (knip).",
  );
  const failed = await Promise.all([
    inTurn(["node_modules/.bin/biome", "check", "--error-on-warnings"], types, [
      "node_modules/.bin/knip",
      "--production",
      "--include",
      "files,exports,types",
    ]),
    inTurn([process.execPath, "app/server/ready.mjs"]),
  ]);
  stopIf(failed.flat());
  say("Testing (vitest).");
  run(vitest, ["run"]);
}

function testWhatFits() {
  const { byPath, byTitle } = testsWith(words);
  const tests = byPath.length > 0 ? byPath : byTitle;
  if (tests.length === 0) stopIf([`No test has "${words.join(" ")}" in its path or title, so the run`]);
  if (needBuild(tests)) ensureBuilt();
  const title = words.join(" ").replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  run(vitest, ["run", ...(byPath.length > 0 ? [] : ["-t", title]), ...tests]);
}

/** The changes since the last commit, with their nearest tests. */
async function checkChanges() {
  const changed = changedFiles();
  if (changed.length === 0) return say("Nothing differs from the last commit.");
  const isBuilt = isFresh(changed);
  const kept = "test/output/durations.json";
  const durations = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : {};
  const tests = nearestTests(changed, { durations, isBuilt, lines: changedLines() });
  const charts = changed.flatMap(
    (file) => /^machines\/variants\/(?!index)([\w-]+)\.ts$/.exec(file)?.[1] ?? [],
  );
  say(`${changed.length === 1 ? "1 file differs" : `${changed.length} files differ`}; the nearest tests:`);
  for (const test of tests) console.log(`  ${test}`);
  if (!isBuilt)
    say("The build is older than the pages, so tests that start the site are left to `npm test`.");
  const failed = await Promise.all([
    inTurn(
      ["node_modules/.bin/biome", "check", "--error-on-warnings", "--no-errors-on-unmatched", ...changed],
      types,
    ),
    inTurn(
      ...(charts.length > 0 ? [[process.execPath, "tools/run.mjs", "paths", ...charts]] : []),
      ...(tests.length > 0 ? [[vitest, "run", "--bail", "3", ...tests]] : []),
    ),
  ]);
  stopIf(failed.flat());
}

/**
 * Whether the site may be started without a build, which takes longer than a loop may: the server's own sources are run as
 * they are (`unbuilt` in vite.config.ts); pages with their loaders, and what a browser gets, have to be as they were.
 * @param {string[]} changed
 */
function isFresh(changed) {
  const isBuilt = (/** @type {string} */ file) =>
    /^app\/.+\.(tsx?|css)$/.test(file) && !/^app\/(server|site\/content)\/.+\.ts$/.test(file);
  if (!existsSync("build/stamp") || changed.some(isBuilt)) return false;
  const committed = git("log", "-1", "--format=%ct", "--", "app", "machines", "services", "public")[0];
  return statSync("build/stamp").mtimeMs > Number(committed) * 1000;
}

/** Sources that differ from the last commit or that git does not know yet. */
function changedFiles() {
  const files = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  return files.filter((file) => file && existsSync(file));
}

/** The lines that differ from the last commit, old and new, by file. */
function changedLines() {
  /** @type {Record<string, string[]>} */
  const lines = {};
  let file = "";
  for (const line of git("diff", "--unified=0", "--no-prefix", "--no-color", "HEAD")) {
    const opened = /^\+\+\+ (.+)$/.exec(line)?.[1];
    if (opened) file = opened;
    else if (/^[+-](?!--)/.test(line)) lines[file] = [...(lines[file] ?? []), line.slice(1)];
  }
  return lines;
}

/** The lines that it prints. @param {string[]} args */
function git(...args) {
  return execFileSync("git", args, { encoding: "utf8" }).split("\n");
}

/**
 * Runs commands one after the other, beside whatever else runs, up to the first that fails.
 * @param {string[][]} commands
 * @returns {Promise<string[]>} the one that failed
 */
async function inTurn(...commands) {
  for (const [command = "", ...args] of commands) {
    const child = spawn(command, args, { stdio: "inherit" });
    const status = await new Promise((done) => child.once("error", done).once("close", done));
    if (status !== 0) return [[command, ...args].join(" ")];
  }
  return [];
}

/** @param {string[]} failed */
function stopIf(failed) {
  if (failed.length === 0) return;
  for (const each of failed) process.stderr.write(`${each} failed.\n`);
  process.exit(1);
}

/** @param {Record<string, string>} programs paths, by the Debian package that has them */
function install(programs) {
  const names = Object.keys(programs).filter((name) => !existsSync(programs[name] ?? ""));
  if (names.length === 0) return;
  say(`Installing from Debian, once, which takes some minutes: ${names.join(", ")}.`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
  const apt = (/** @type {string[]} */ ...args) => {
    const [command = "", ...rest] = [...sudo, "apt-get", ...args];
    run(command, rest, { ...process.env, DEBIAN_FRONTEND: "noninteractive" });
  };
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...names);
}
