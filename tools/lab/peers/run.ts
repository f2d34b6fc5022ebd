/**
 * `npm run lab -- peers <folder>`: what a visit, a start and a rest cost beside the same survey as somebody would write it in a
 * day in plain Remix, both on this machine in one run. The small app is not ours: its sources are in a folder, `remix` and
 * `shared` in it.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdtempSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as after } from "node:timers/promises";
import { ensureBuilt } from "../../../app/server/prepare.mjs";
import { wholeNumber } from "../../../services/commands/values.ts";
import { environmentOf } from "../../../test/support/files.ts";
import { residentBytes } from "../../../test/support/processes.ts";
import { dataKey } from "../../../test/support/sealed.ts";
import { built } from "../../../test/support/site.ts";
import { markdownTable } from "../../../test/support/tables.ts";
import { lab } from "../../tool.ts";
import { ours, remix, type Walks, walked } from "./visitors.ts";

const program = lab(
  "peers",
  `Measures visits, starts and rest of this site beside the same survey in plain Remix, in turn and in one run,
by the processes' own processor time, and prints the ratios, with what each is to stay under and to come to. Ends with status
1 when one is over its limit.`,
)
  .argument("[folder]", "sources of the small app; by default that of PEERS", process.env.PEERS)
  .option("--rounds <count>", "how often all is done in turn", wholeNumber, 5)
  .option("--visits <count>", "visits of each kind in a round", wholeNumber, 40)
  .option("--leads <count>", "visits by script afterwards, over which memory is watched", wholeNumber, 0)
  .option("--sealed", "with a key for personal data")
  .parse();
const [folder] = program.processedArgs as [string | undefined];
const { rounds, visits, leads, sealed } = program.opts<{
  rounds: number;
  visits: number;
  leads: number;
  sealed?: true;
}>();
if (!folder)
  program.error("There is nothing to measure beside: name the folder of the small app, or set PEERS.");

/** A site, as it is started, and as visitors walk through it. */
type Peer = {
  folder: string;
  args: readonly string[];
  env(port: number, file: string): Record<string, string>;
  /** Besides, where all visitors come from one address. */
  visited: Record<string, string>;
  walks: Walks;
};

const peers: Record<"ours" | "theirs", Peer> = {
  ours: {
    folder: ".",
    args: built,
    env: (port, file) => ({
      PORT: String(port),
      DATABASE_URL: `file:${file}`,
      DATA_KEYS: sealed ? dataKey : "",
      NODE_COMPILE_CACHE: "build/compiled",
    }),
    visited: environmentOf({
      "server.log": "off",
      "limits.posts-per-address": "0",
      "limits.megabytes-per-address": "0",
      "limits.posts-in-all": "0",
    }),
    walks: ours,
  },
  theirs: {
    folder: theirApp(folder!),
    args: ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"],
    env: (port, file) => ({ PORT: String(port), DB: file }),
    visited: {},
    walks: remix,
  },
};
type Name = keyof typeof peers;
const names = Object.keys(peers) as Name[];

/** Copies, installs and builds the small app. */
function theirApp(from: string): string {
  const to = join(tmpdir(), "claimpath-peers");
  cpSync(join(from, "remix"), to, { recursive: true });
  for (const file of globSync(join(from, "shared/*"))) cpSync(file, join(to, "app", file.split("/").at(-1)!));
  for (const args of [
    ["install", "--no-fund", "--no-audit", "--loglevel=error"],
    ["run", "build"],
  ]) {
    const { status } = spawnSync("npm", args, { cwd: to, stdio: "ignore" });
    if (status !== 0) program.error(`The small app in ${from} could not be built: npm ${args[0]} failed.`);
  }
  return to;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** What is not to be left running, whatever happens. */
const groups = new Set<number>();
process.on("exit", () => {
  for (const group of groups) process.kill(-group, "SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

type Running = { name: Name; origin: string; child: ChildProcess; file: string };

/** @param command by default Node itself */
async function started(
  name: Name,
  command = [process.execPath, ...peers[name].args],
  more: Record<string, string> = {},
): Promise<Running> {
  const { folder: cwd, env } = peers[name];
  const file = join(mkdtempSync(join(tmpdir(), "claimpath-")), "leads.db");
  const port = await freePort();
  const [run, ...given] = command;
  const child = spawn(run!, given, {
    cwd,
    env: { ...env(port, file), ...more, PATH: process.env.PATH, HOST: "127.0.0.1", NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  groups.add(child.pid!);
  await new Promise<void>((resolve) => {
    let said = "";
    child.stdout!.on("data", (text) => {
      said += text;
      if (/is ready:|\[remix-serve\] http/.test(said)) resolve();
    });
    child.once("exit", () => program.error(`${name} could not be started.\n${said}`));
  });
  child.removeAllListeners("exit");
  return { name, origin: `http://127.0.0.1:${port}`, child, file };
}

async function stopped({ child }: Running): Promise<void> {
  process.kill(-child.pid!, "SIGTERM");
  await once(child, "exit");
  groups.delete(child.pid!);
}

/** Milliseconds of processor time of all processes in the group, those that have ended included. */
function spent({ child }: Running): number {
  return globSync("/proc/[0-9]*/stat").reduce((sum, file) => {
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch {
      return sum;
    }
    // From the third field on: the name before may have spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    if (Number(fields[2]) !== child.pid) return sum;
    return sum + fields.slice(11, 15).reduce((ticks, each) => ticks + Number(each), 0) * 10;
  }, 0);
}

/** By figure, of each site what was found in each round. */
const found = new Map<string, Record<Name, number[]>>();
function note(figure: string, name: Name, value: number): void {
  const of = found.get(figure) ?? { ours: [], theirs: [] };
  found.set(figure, of);
  of[name].push(value);
}
const inTurn = (round: number) => (round % 2 === 0 ? names : names.toReversed());

async function measureStarts(): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    for (const name of inTurn(round)) {
      const alone = await started(name);
      const ms = spent(alone);
      await walked(alone.origin, peers[name].walks.view, 1);
      const mb = residentBytes(alone.child.pid!) / 2 ** 20;
      await stopped(alone);
      const around = await started(name, ["npm", "start", "--silent"]);
      const msAround = spent(around);
      await stopped(around);
      // The first one writes down what Node has compiled.
      if (round === 0) continue;
      note("start, ms", name, ms);
      note("npm start, ms", name, msAround);
      note("memory after the first answer, MB", name, mb);
    }
  }
}

async function measureVisits(running: Record<Name, Running>): Promise<void> {
  const kinds = { view: visits * 5, forms: visits, script: visits };
  for (let round = 0; round <= rounds; round++) {
    for (const [kind, count] of Object.entries(kinds) as [keyof Walks, number][]) {
      for (const name of inTurn(round)) {
        const site = running[name];
        const before = spent(site);
        await walked(site.origin, peers[name].walks[kind], count);
        const ms = (spent(site) - before) / count;
        // The first round warms both up.
        if (round > 0)
          note(
            { view: "first view, ms", forms: "visit by forms, ms", script: "visit by script, ms" }[kind],
            name,
            ms,
          );
      }
    }
  }
}

const restSeconds = 20;

async function measureRest(running: Record<Name, Running>): Promise<void> {
  await after(15_000);
  for (let round = 0; round < rounds; round++) {
    const before = names.map((name) => spent(running[name]));
    await after(restSeconds * 1000);
    for (const [at, name] of names.entries())
      note("rest, ms a second", name, (spent(running[name]) - before[at]!) / restSeconds);
  }
}

function bytesIn({ file }: Running): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const { bytes } = database.prepare("select sum(pgsize - unused) as bytes from dbstat").get()!;
  database.close();
  return Number(bytes);
}

function leadsIn({ file }: Running): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const { count } = database.prepare("select count(*) as count from leads").get()!;
  database.close();
  return Number(count);
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1]!;

/** What the ratio of a figure is to stay under, with room for a busy machine, and what it is to come to. */
const limits: Record<string, { limit: number; goal: number }> = {
  "start, ms": { limit: 2, goal: 1.2 },
  "npm start, ms": { limit: 2, goal: 1.2 },
  "memory after the first answer, MB": { limit: 1.4, goal: 1.3 },
  "memory after the visits, MB": { limit: 1, goal: 1 },
  "first view, ms": { limit: 0.25, goal: 0.1 },
  "visit by forms, ms": { limit: 0.95, goal: 0.5 },
  "visit by script, ms": { limit: 0.8, goal: 0.5 },
};

ensureBuilt();
await measureStarts();
const visited = (name: Name) => started(name, undefined, peers[name].visited);
const running = { ours: await visited("ours"), theirs: await visited("theirs") };
const empty = { ours: bytesIn(running.ours), theirs: 0 };
await measureVisits(running);
for (const name of names) {
  const ended = 2 * visits * (rounds + 1);
  const stored = leadsIn(running[name]);
  if (stored !== ended) program.error(`${ended} visits have ended, and ${stored} leads are stored: ${name}.`);
  note("KB stored for a visit", name, (bytesIn(running[name]) - empty[name]) / ended / 1000);
  note("memory after the visits, MB", name, residentBytes(running[name].child.pid!) / 2 ** 20);
}
await measureRest(running);
const steps = 6;
for (let step = 1; step <= steps && leads > 0; step++) {
  for (const name of names) {
    await walked(running[name].origin, peers[name].walks.script, Math.ceil(leads / steps));
    note(
      `memory after ${Math.ceil(leads / steps) * step} more, MB`,
      name,
      residentBytes(running[name].child.pid!) / 2 ** 20,
    );
  }
}
await Promise.all(names.map((name) => stopped(running[name])));

const shown = (value: number) => value.toFixed(value < 10 ? 2 : 0);
const ratioOf = ({ ours, theirs }: Record<Name, number[]>) => median(ours) / median(theirs);
const rows = [...found].map(([figure, of]) => {
  const { limit = "", goal = "" } = limits[figure] ?? {};
  const pairs = of.ours.map((value, at) => value / of.theirs[at]!);
  const spread = pairs.length > 1 ? `${shown(Math.min(...pairs))} to ${shown(Math.max(...pairs))}` : "";
  return [
    figure,
    shown(median(of.ours)),
    shown(median(of.theirs)),
    shown(ratioOf(of)),
    spread,
    String(limit),
    String(goal),
  ];
});
const head = ["figure", "ours", "plain Remix", "ratio", "of the rounds", "limit", "goal"];
console.log(markdownTable([head, ...rows]));
const over = Object.entries(limits).filter(([figure, { limit }]) => !(ratioOf(found.get(figure)!) <= limit));
for (const [figure] of over) console.log(`Over its limit: ${figure}`);
process.exitCode = over.length > 0 ? 1 : 0;
