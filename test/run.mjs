/**
 * `npm test`: installs what is missing, then checks and tests. `npm run walks`: the journeys in Chromium, the
 * long walks through every survey, and every survey in Firefox and in WebKit. CI runs both.
 */
import { existsSync } from "node:fs";
import { attempt, demandNode, ensureBuilt, ensureInstalled, fail, run, say } from "../app/server/prepare.mjs";

/** What tests drive besides Node, by the Debian package that has it. */
const tools = {
  chromium: ["/usr/bin/chromium"],
  postgresql: ["/usr/lib/postgresql"],
  strace: ["/usr/bin/strace"],
  faketime: ["/usr/bin/faketime"],
};

/** What the walks drive besides Chromium; one that cannot be installed is left out, but not in CI. */
const engines = {
  "firefox-esr": ["/usr/bin/firefox-esr"],
  "webkit2gtk-driver": ["/usr/bin/WebKitWebDriver"],
  xvfb: ["/usr/bin/Xvfb"],
};

demandNode();
ensureInstalled();
const problem = install(tools);
if (problem) fail(problem);
const bin = (/** @type {string} */ name) => `node_modules/.bin/${name}`;
const args = process.argv.slice(2);
if (args[0] === "walks") {
  const missing = install(engines);
  if (missing && process.env.CI) fail(missing);
  if (missing) say(`${missing} What is not installed of Firefox and WebKit is skipped.`);
  ensureBuilt();
  say("Walking (vitest): journeys in Chromium; every survey along every path by forms, over every step.");
  run(bin("vitest"), ["run", "--project", "walks", "--project", "engines", ...args.slice(1)]);
} else {
  say("Linting and formatting (biome).");
  run(bin("biome"), ["check", "--error-on-warnings"]);
  say("Checking types (tsc).");
  run(bin("tsc"));
  run(bin("tsc"), ["-p", "machines"]);
  say("Looking for code that nothing but tests uses (knip).");
  run(bin("knip"), ["--production", "--include", "files,exports,types"]);
  ensureBuilt();
  say("Testing (vitest): units, then servers, databases and a journey in Chromium.");
  run(bin("vitest"), ["run", "--project", "units", "--project", "site", ...args]);
}

/**
 * Installs from Debian what is not there.
 * @param {Record<string, string[]>} programs paths, by the package that has them
 * @returns {string | undefined} what went wrong
 */
function install(programs) {
  const missing = Object.entries(programs).filter(([, paths]) => !paths.some(existsSync));
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name);
  say(`Installing from Debian: ${names.join(", ")}.`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
  const apt = (/** @type {string[]} */ ...args) => {
    const [command = "", ...rest] = [...sudo, "apt-get", ...args];
    return attempt(command, rest, { ...process.env, DEBIAN_FRONTEND: "noninteractive" });
  };
  return apt("update", "-qq") ?? apt("install", "-y", "-qq", "--no-install-recommends", ...names);
}
