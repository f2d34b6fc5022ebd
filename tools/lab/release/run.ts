/**
 * `npm run lab -- release --patroni <folder>`: what a release needs, one after the other. Each outcome goes to
 * docs/measurements/release.md when it is known. Ends with status 1 when one failed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { Argument } from "commander";
import { lab } from "../../tool.ts";

const vitest = "node_modules/vitest/vitest.mjs run";

/** What is run, the shortest first: programs of the laboratory, and tests of the suite that a variable has try more. */
const parts: Record<string, { command: string; env?: Record<string, string> }> = {
  peers: { command: "tools/lab/run.mjs peers" },
  faults: { command: "tools/lab/run.mjs faults" },
  crash: { command: `${vitest} test/processes/crash.test.ts`, env: { KILLS: "200" } },
  triples: { command: `${vitest} test/pairs`, env: { MEET: "3" } },
  tests: { command: "tools/lab/run.mjs tests" },
  fuzz: { command: "tools/lab/run.mjs fuzz 100000" },
  failover: { command: "tools/lab/run.mjs failover --faults 1000" },
};
const page = "docs/measurements/release.md";

const program = lab(
  "release",
  `Runs what a release needs, some five hours on two cores, and writes date, commit and outcome of each part to ${page}.`,
)
  .addArgument(new Argument("[parts...]", "only these").choices(Object.keys(parts)))
  .option("--peers <folder>", "sources of the small app that peers measures beside", process.env.PEERS)
  .option("--patroni <folder>", "sources of Patroni 3.0.3 or newer, which failover needs")
  .parse();
const { patroni, peers } = program.opts<{ patroni?: string; peers?: string }>();
const chosen = program.args.length > 0 ? program.args : Object.keys(parts);
if (chosen.includes("failover") && !patroni) {
  program.error("failover needs --patroni: Debian's own loses leads");
}

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
const isChanged = git("status", "--porcelain", "--", ":!docs/measurements") !== "";
const commit = git("rev-parse", "--short", "HEAD") + (isChanged ? " and changes" : "");

for (const name of chosen) {
  const { command, env } = parts[name]!;
  const began = Date.now();
  console.log(`> ${command}`);
  const given: Record<string, string[]> = { failover: ["--patroni", patroni!], peers: [peers!] };
  const args = [...command.split(" "), ...(given[name] ?? [])];
  const isMissing = name === "peers" && !peers;
  if (isMissing) console.log("Not measured: the folder of the small app is not there (--peers, or PEERS).");
  const { status } = isMissing
    ? { status: 0 }
    : spawnSync(process.execPath, args, { env: { ...process.env, ...env }, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
  const outcome = isMissing
    ? "not measured: no folder of the small app"
    : status === 0
      ? "passed"
      : "**failed**";
  const what = `| ${name} |`;
  const date = new Date(began).toISOString().slice(0, 10);
  const minutes = Math.round((Date.now() - began) / 60_000);
  const row = `${what} ${date} | ${commit} | ${minutes} | ${outcome} |`;
  // In the place of an older one of the same part, else as the last row.
  const others = readFileSync(page, "utf8").trimEnd().split("\n");
  const older = others.findIndex((line) => line.startsWith(what));
  writeFileSync(
    page,
    `${others.toSpliced(older < 0 ? others.length : older, older < 0 ? 0 : 1, row).join("\n")}\n`,
  );
}
