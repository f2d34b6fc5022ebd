/** `npm run tool -- <name> [arguments]`: programs for developers, needed neither to run the site nor to test it. */
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** @type {Record<string, { file: string, description: string, node?: string[] }>} */
export const tools = {
  accessibility: {
    file: "tools/screens/accessibility.ts",
    description: "check every screen with axe and our own checks, and walk every survey by keyboard",
  },
  alarms: {
    file: "tools/alarms/run.ts",
    description: "count false alarms on simulated traffic, and how soon outages are noticed",
  },
  bench: {
    file: "tools/bench/run.ts",
    description: "measure speed, size and memory, each beside a reference",
    node: ["--expose-gc"],
  },
  clips: {
    file: "tools/clips/make.ts",
    description: "make the short films in public/videos from their scenes",
  },
  crash: {
    file: "tools/crash/run.ts",
    description: "kill the server under load again and again, then count what was lost",
  },
  experiments: {
    file: "tools/experiments/run.ts",
    description: "simulate experiments, and count wrong verdicts and lifts found",
  },
  failover: {
    file: "tools/failover/run.ts",
    description: "break a database cluster in every way under visitors, then count what was lost",
  },
  faults: {
    file: "tools/faults/run.ts",
    description: "let every outside call fail in every way while a visitor walks a survey",
  },
  "first-minute": {
    file: "tools/first-minute/run.ts",
    description: "picture the way from npm start to a lead in the console, and time it",
  },
  fuzz: { file: "tools/fuzz/run.ts", description: "send a site changed requests by the hundred thousand" },
  graphs: {
    file: "tools/graphs/run.ts",
    description: "write every chart in every format, see docs/graphs, or compare charts",
  },
  lighthouse: { file: "tools/lighthouse/run.ts", description: "score pages as on a slow phone" },
  lint: { file: "tools/lint/run.ts", description: "check the charts for what no type sees" },
  "load-model": {
    file: "tools/load/run.ts",
    description: "measure what a visit costs, and forecast what more visitors need",
  },
  mutants: {
    file: "tools/mutation/run.ts",
    description: "change rules and charts in every small way, and list the changes no test notices",
  },
  parts: {
    file: "tools/parts/run.ts",
    description: "print the list of parts, an SBOM, of what runs in production",
  },
  paths: { file: "tools/paths/run.ts", description: "show how much of every chart its paths reach" },
  scan: {
    file: "tools/scan/run.ts",
    description: "run sqlmap, wapiti, slowhttptest and zzuf against a started site",
  },
  sheet: { file: "tools/screens/sheet.ts", description: "take pictures of every page and step" },
  soak: {
    file: "tools/soak/run.ts",
    description: "serve visitors at a steady rate for an hour, and say what grew",
  },
  threats: {
    file: "tools/threats/run.ts",
    description: "run the tests that prove each row of the table of threats and faults",
  },
  validate: {
    file: "tools/html/run.ts",
    description: "check the HTML of every page and step against the standard",
  },
  "what-if": {
    file: "tools/what-if/run.ts",
    description: "replay recorded visits through an edited chart, and say what changes for them",
  },
  words: { file: "tools/words/run.ts", description: "write all that visitors read to two text files" },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) run(process.argv.slice(2));

/** @param {string[]} args */
function run([name, ...args]) {
  if (name === undefined || name === "--help" || name === "-h") return list();
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!tool) {
    process.stderr.write(`There is no tool ${name}; npm run tool lists them.\n`);
    process.exitCode = 2;
    return;
  }
  const child = spawn(process.execPath, [...(tool.node ?? []), "tools/start.mjs", tool.file, ...args], {
    cwd: dirname(dirname(fileURLToPath(import.meta.url))),
    stdio: "inherit",
  });
  // A terminal interrupts both: the tool ends first, and says how.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.once("close", (status, signal) => {
    process.exitCode = signal ? 1 : (status ?? 1);
  });
}

function list() {
  const width = Math.max(...Object.keys(tools).map((name) => name.length));
  console.log("Usage: npm run tool -- <name> [arguments]\n");
  for (const [name, { description }] of Object.entries(tools)) {
    console.log(`  ${name.padEnd(width)}  ${description}`);
  }
  console.log("\nnpm run tool -- <name> --help shows the arguments of one.");
}
