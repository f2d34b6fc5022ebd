import { spawnSync } from "node:child_process";
import { statfsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { rowsOf } from "../../test/support/postgres.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import type { Cluster } from "./cluster.ts";
import type { Node } from "./node.ts";
import { asPostgres } from "./programs.ts";
import type { Wire } from "./wire.ts";

/** Does its worst, and puts right what systemd or a person would. @returns what else is to be said of it */
export type Fault = (place: { cluster: Cluster; wire: Wire }) => Promise<string | undefined>;

const seconds = (count: number) => setTimeout(count * 1_000);

/** By the name that they are chosen by. */
export const faults: Record<string, Fault> = {
  "leader killed": async ({ cluster }) => {
    const leader = await cluster.leader();
    await leader.kill("both");
    await cluster.newLeader(leader);
    await seconds(3);
    leader.startPatroni();
    return undefined;
  },
  "leader killed, started again after 1 s": async ({ cluster }) => {
    const leader = await cluster.leader();
    await leader.kill("both");
    await seconds(1);
    leader.startPatroni();
    await seconds(8);
    return undefined;
  },
  "leader's PostgreSQL killed": async ({ cluster }) => {
    await (await cluster.leader()).kill("postgres");
    await seconds(8);
    return undefined;
  },
  "leader stopped, and let go on": ({ cluster }) => stopped(cluster, "both"),
  "leader's PostgreSQL stopped, and let go on": ({ cluster }) => stopped(cluster, "postgres"),
  "leader switched over": async ({ cluster }) => {
    await cluster.switchOver();
    await seconds(3);
    return undefined;
  },
  "synchronous standby killed": async ({ cluster }) => {
    const standby = await cluster.synchronous();
    await standby.kill("both");
    await seconds(10);
    standby.startPatroni();
    return undefined;
  },
  "both standbys killed": async ({ cluster }) => {
    const leader = await cluster.leader();
    const standbys = cluster.nodes.filter((node) => node !== leader);
    await Promise.all(standbys.map((node) => node.kill("both")));
    await seconds(20);
    for (const node of standbys) node.startPatroni();
    return undefined;
  },
  "etcd without quorum": async ({ cluster }) => {
    const two = cluster.nodes.slice(1);
    await Promise.all(two.map((node) => node.killEtcd()));
    await seconds(30);
    for (const node of two) node.startEtcd();
    await seconds(5);
    return undefined;
  },
  "pooler restarted": async ({ cluster, wire }) => {
    cluster.startPooler();
    await answering(cluster.url(26500));
    wire.leadTo(26500);
    await seconds(4);
    await cluster.stopPooler();
    cluster.startPooler();
    await seconds(6);
    wire.leadTo(26000);
    await cluster.stopPooler();
    return undefined;
  },
  "network cut": async ({ wire }) => {
    const mend = wire.cut("refused");
    await seconds(5);
    mend();
    return undefined;
  },
  "network silent": async ({ wire }) => {
    const mend = wire.cut("silent");
    await seconds(5);
    mend();
    return undefined;
  },
  "answers to commits lost": async ({ wire }) => {
    const count = wire.swallowCommits(40);
    await waitFor("commits", () => count() === 40, 60_000);
    return "40 commits";
  },
  "leader's disk full": async ({ cluster }) => {
    const leader = await cluster.leader();
    const file = join(leader.disk, "filler");
    const { bavail, bsize } = statfsSync(leader.disk);
    if (asPostgres.length === 0 || bavail * bsize > 2e9) return "left out: no disk of its own";
    spawnSync("fallocate", ["--length", String(bavail * bsize - 8192), file]);
    const end = performance.now() + 60_000;
    // A commit needs a new segment of the log now and then: PostgreSQL meets the full disk some time later.
    await takesWrite(cluster.url(26000));
    while (
      performance.now() < end &&
      (await cluster.members()).find(({ name }) => name === leader.name)?.role === "leader"
    )
      await seconds(1);
    spawnSync("rm", [file]);
    return (await cluster.leader()) === leader ? "went on leading" : undefined;
  },
};

/** Long enough for another one to lead, which takes writes for a while before the first is back. */
async function stopped(cluster: Cluster, what: "both" | "postgres"): Promise<string> {
  const leader = await cluster.leader();
  const goOn = leader.stop(what);
  try {
    await cluster.newLeader(leader);
    await seconds(8);
  } finally {
    goOn();
  }
  const taken = await writesTakenBy(leader, cluster);
  await seconds(5);
  if ((await cluster.leader()) === leader) return "LEADS AGAIN";
  return taken > 0 ? `TOOK ${taken} WRITES` : "took no write";
}

/** Asks a leader that was replaced to take writes, past the proxy, for as long as it thinks that it leads. */
async function writesTakenBy(node: Node, cluster: Cluster): Promise<number> {
  let taken = 0;
  for (let tries = 0; tries < 20; tries++) {
    if (await takesWrite(cluster.urlOf(node))) taken += 1;
    await setTimeout(200);
  }
  return taken;
}

/** Whether a write comes to its end within half a second, as one does not that waits for a standby. */
async function takesWrite(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 500, query_timeout: 500 });
  // A leader that gives way ends its sessions at any time.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select pg_logical_emit_message(true, 'failover', '')");
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => undefined);
  }
}

const answering = (url: string) =>
  waitFor(url, () =>
    rowsOf(url, "select 1").then(
      () => true,
      () => false,
    ),
  );
