/**
 * `npm run tool -- <name> [arguments]`: programs for developers, needed neither to run the site nor to test it. Those with
 * `checks` need packages that the site does not.
 */
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../app/server/prepare.mjs";

/** @type {Record<string, { file: string, description: string, checks?: boolean }>} */
export const tools = {
  accessibility: {
    file: "tools/screens/accessibility.ts",
    description: "check every screen with axe and our own checks, and walk every survey by keyboard",
    checks: true,
  },
  bench: {
    file: "tools/bench/run.ts",
    description: "measure what a visit costs, and add it to the figures of the commits before",
    checks: true,
  },
  graphs: {
    file: "tools/graphs/run.ts",
    description: "write every chart in three formats for other programs, or compare charts",
  },
  lint: { file: "tools/lint/run.ts", description: "check the charts for what no type sees" },
  parts: {
    file: "tools/parts/run.ts",
    description: "print the list of parts, an SBOM, of what runs in production",
  },
  paths: { file: "tools/paths/run.ts", description: "show how much of every chart its paths reach" },
  "what-if": {
    file: "tools/features/what-if/run.ts",
    description: "replay recorded visits through an edited chart, and say what changes for them",
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  if (tools[args[0] ?? ""]?.checks) ensureInstalled({ checks: true });
  start("tool", tools, args);
}

/**
 * Runs one of these programs, or lists them.
 * @param {"tool" | "lab"} command how it is called: `npm run tool` or `npm run lab`
 * @param {Record<string, { file: string, description: string }>} programs
 * @param {string[]} args the program's name, and what it is given
 */
export function start(command, programs, [name, ...args]) {
  if (name === undefined || name === "--help" || name === "-h") return list(command, programs);
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (!program) {
    process.stderr.write(`There is no ${command} ${name}; npm run ${command} lists them.\n`);
    process.exitCode = 2;
    return;
  }
  const child = spawn(process.execPath, ["tools/start.mjs", program.file, ...args], {
    cwd: dirname(import.meta.dirname),
    stdio: "inherit",
  });
  // A terminal interrupts both: the program ends first, and says how.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.once("close", (status, signal) => {
    process.exitCode = signal ? 1 : (status ?? 1);
  });
}

/**
 * @param {string} command
 * @param {Record<string, { description: string }>} programs
 */
function list(command, programs) {
  const width = Math.max(...Object.keys(programs).map((name) => name.length));
  console.log(`Usage: npm run ${command} -- <name> [arguments]\n`);
  for (const [name, { description }] of Object.entries(programs)) {
    console.log(`  ${name.padEnd(width)}  ${description}`);
  }
  console.log(`\nnpm run ${command} -- <name> --help shows the arguments of one.`);
}
