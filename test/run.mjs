/**
 * `npm test`: installs what is missing, then checks and tests, in about seven minutes. `npm run walks`: what takes longer:
 * sites under load and attack, the journeys in Chromium, the walks through every survey, and one survey in Firefox and
 * WebKit. CI runs both. `npm run engines`: every survey in all three.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { demandNode, ensureBuilt, ensureInstalled, run, say } from "../app/server/prepare.mjs";

/** What tests drive besides Node, by the Debian package that has it. */
const tools = {
  chromium: ["/usr/bin/chromium"],
  postgresql: ["/usr/lib/postgresql"],
  pgbouncer: ["/usr/sbin/pgbouncer"],
  strace: ["/usr/bin/strace"],
  faketime: ["/usr/bin/faketime"],
  age: ["/usr/bin/age"],
};

/** For the tests that take longer. */
const walked = {
  prometheus: ["/usr/bin/promtool"],
  nginx: ["/usr/sbin/nginx"],
  caddy: ["/usr/bin/caddy"],
};

const engines = {
  "firefox-esr": ["/usr/bin/firefox-esr"],
  "webkit2gtk-driver": ["/usr/bin/WebKitWebDriver"],
  xvfb: ["/usr/bin/Xvfb"],
};

demandNode();
ensureInstalled();
// Tests start the site and its commands a thousand times. Compiled once, each start takes a third less processor time.
process.env.NODE_COMPILE_CACHE ??= resolve("node_modules/.cache/compiled");
const bin = (/** @type {string} */ name) => `node_modules/.bin/${name}`;
const args = process.argv.slice(2);
const long = ["walks", "engines"].includes(args[0] ?? "");
install({ ...tools, ...(long && engines), ...(args[0] === "walks" && walked) });
if (args[0] === "engines") {
  ensureBuilt();
  say("Walking (vitest): every survey, and the look of pages, in Chromium, Firefox and WebKit.");
  run(bin("vitest"), ["run", ...projects("engines"), ...args.slice(1)]);
} else if (args[0] === "walks") {
  ensureBuilt();
  say(
    "Testing (vitest): the site and its databases, journeys in Chromium, every survey, one in each engine.",
  );
  run(bin("vitest"), ["run", ...projects("site", "walks", "slow"), ...args.slice(1)]);
} else {
  say("Linting and formatting (biome).");
  run(bin("biome"), ["check", "--error-on-warnings"]);
  say("Checking types (tsc).");
  run(bin("tsc"));
  run(bin("tsc"), ["-p", "machines"]);
  say("Looking for code that nothing but tests uses (knip).");
  run(bin("knip"), ["--production", "--include", "files,exports,types"]);
  ensureBuilt();
  say("Testing (vitest): units, then one journey in Chromium.");
  run(bin("vitest"), ["run", ...projects("units", "journey"), ...args]);
}

/** @param {string[]} names of vitest.config.ts */
function projects(...names) {
  return names.flatMap((name) => ["--project", name]);
}

/** @param {Record<string, string[]>} programs paths, by the Debian package that has them */
function install(programs) {
  const missing = Object.entries(programs).filter(([, paths]) => !paths.some(existsSync));
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name);
  say(`Installing from Debian: ${names.join(", ")}.`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
  const apt = (/** @type {string[]} */ ...args) => {
    const [command = "", ...rest] = [...sudo, "apt-get", ...args];
    run(command, rest, { ...process.env, DEBIAN_FRONTEND: "noninteractive" });
  };
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...names);
}
