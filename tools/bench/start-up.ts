import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { siteProcess } from "../../test/support/site.ts";
import { fillWithLeads } from "./growth/leads.ts";
import { interleaved, measured, type Report, report } from "./report.ts";

const rounds = 5;
const leads = 1_000_000;

/** From the start of the process until it listens and serves, with nothing and with a lot in the store. */
export async function startUp(): Promise<Report> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "claimpath-start-"));
  const full = join(folder.path, "full.db");
  await fillWithLeads(full, leads);
  let empty = 0;
  const found = await interleaved<string, number>(rounds, {
    node: bareNode,
    empty: () => served(join(folder.path, `empty-${++empty}.db`)),
    full: () => served(full),
  });
  const reference = measured("node -e ''", "ms", found.node!);
  return report("start-up", "From the start of a process until it listens (`node -e ''`: until it ends).", [
    reference,
    measured("the site, with a store to be made", "ms", found.empty!, reference),
    measured(`the site, with ${leads.toLocaleString("en-US")} leads`, "ms", found.full!, reference),
  ]);
}

async function bareNode(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ["-e", ""]), "exit");
  return performance.now() - began;
}

async function served(file: string): Promise<number> {
  const began = performance.now();
  const site = siteProcess({ DATABASE_URL: `file:${file}`, HASH_KEY: "growth".repeat(6), DATA_KEYS: "" });
  await site.port;
  const ms = performance.now() - began;
  site.child.kill();
  await site.ended;
  return ms;
}
