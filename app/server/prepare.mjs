/**
 * Installs what the program needs before it runs: the packages in the lock file, and a build of the current sources.
 * Plain Node, because it runs before anything is installed.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

const sources = [
  "app",
  "machines",
  "services",
  "public",
  "remix.config.js",
  "vite.config.ts",
  "package-lock.json",
];
const buildStamp = "build/stamp";

/** Leaves out test/package.json, which has what only checks and tools need. */
const bare = "--workspaces=false";

// The program runs on the Node that is installed with its packages, however old the system's is.
const bin = resolve("node_modules/.bin");
process.env.PATH = `${bin}${delimiter}${process.env.PATH}`;

/** Refuses a Node that is too old to install the packages, in one sentence. */
export function demandNode() {
  if (Number.parseInt(process.versions.node, 10) >= 20) return;
  fail(`Claimpath needs Node 20 or newer to install its own; this is ${process.versions.node}.`);
}

/**
 * Installs the packages of the lock file, unless that has been done: those of the site and its build, or those of
 * checks and tools as well. A clone that has once had everything keeps it.
 * @param {{ folder?: string, checks?: boolean }} [what] `folder`: whose lock file it is
 */
export function ensureInstalled({ folder = ".", checks = false } = {}) {
  demandLocked(folder);
  const stamp = join(folder, "node_modules/.claimpath-lock");
  const lock = digest([readFileSync(join(folder, "package-lock.json"))]);
  const [installed = "", without = ""] = existsSync(stamp)
    ? readFileSync(stamp, "utf8").split(" ")
    : ["", bare];
  if (installed === lock && !(checks && without)) return;
  const rest = folder === "." && !checks && without ? [bare] : [];
  const whose = folder === "." ? "packages" : `the packages of ${folder}`;
  say(`Installing ${whose}, once, which takes a minute or so.`);
  // Not `npm ci`: it refuses a lock file without builds for other systems, which not every registry has.
  run(
    "npm",
    ["install", "--prefix", folder, ...rest, "--no-save", "--no-fund", "--no-audit", "--loglevel=error"],
    { ...process.env, NODE_ENV: "development" },
  );
  if (!existsSync(join(bin, "node")) && Number.parseInt(process.versions.node, 10) < 24)
    fail(`Claimpath needs Node 24 and installs it on Linux alone; this is ${process.versions.node}.`);
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  // Node's headers, 64 MB, are for packages that are compiled at installation; none here is.
  for (const system of ["linux-x64", "linux-arm64"])
    rmSync(join(folder, `node_modules/node-${system}/include`), { recursive: true, force: true });
  writeFileSync(stamp, [lock, ...rest].join(" "));
}

/**
 * Refuses a package.json that the lock file does not satisfy, as `npm ci` does: npm would take the registry's current
 * version, unseen.
 * @param {string} folder
 */
function demandLocked(folder) {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(folder, file), "utf8"));
  const lock = read("package-lock.json");
  const wanted = read("package.json");
  // A copy without tests is a site as well.
  const parts = (wanted.workspaces ?? []).filter((/** @type {string} */ part) =>
    existsSync(join(folder, part)),
  );
  for (const part of ["", ...parts]) {
    const asked = part ? read(`${part}/package.json`) : wanted;
    for (const kind of ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"])
      for (const [name, range] of Object.entries(asked[kind] ?? {}))
        if (lock.packages[part]?.[kind]?.[name] !== range || !(`node_modules/${name}` in lock.packages))
          fail(
            `${join(part, "package.json")} asks for ${name} ${range}, which package-lock.json does not have.`,
          );
  }
}

/** Builds the site, unless the build is up to date. */
export function ensureBuilt() {
  const files = sources.flatMap(filesIn);
  // Files that nobody has touched since are not read again: that takes as long as a tenth of the start.
  const touched = digest([files.map((file) => `${file} ${stateOf(file)}`).join()]);
  const [built, seen] = existsSync(buildStamp) ? readFileSync(buildStamp, "utf8").split(" ") : [];
  if (seen === touched) return;
  const current = digest(files.flatMap((file) => [file, readFileSync(file)]));
  if (built !== current) {
    say("Building the site.");
    run("npm", ["run", "--silent", "build"], { ...process.env, NODE_ENV: "production" });
    mkdirSync("build", { recursive: true });
  }
  writeFileSync(buildStamp, `${current} ${touched}`);
}

/** @param {string} message */
export function say(message) {
  console.log(`> ${message}`);
}

/**
 * @param {string} command
 * @param {string[]} [args]
 * @param {NodeJS.ProcessEnv} [env]
 */
export function run(command, args = [], env = process.env) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env });
  if (error) fail(`${command} could not be started: ${error.message}`);
  if (status !== 0) fail(`${command} ${args.join(" ")} failed.`);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  // Not `recursive`, with which Node asks twice about each of them.
  const entries = readdirSync(path, { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const inner = `${path}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(inner);
    return entry.isFile() || statSync(inner).isFile() ? [inner] : [];
  });
}

/**
 * What changes with each change of a file; when it was last written alone can be set back.
 * @param {string} file
 */
function stateOf(file) {
  const { size, mtimeMs, ctimeMs, ino } = statSync(file);
  return [size, mtimeMs, ctimeMs, ino].join();
}

/** @param {(string | Buffer)[]} parts */
function digest(parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}
