import { spawnSync } from "node:child_process";
import { statfsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { RunningSite } from "../../../test/support/site.ts";
import { waitFor } from "../../../test/support/wait-for.ts";
import { ask, type Cluster } from "./cluster.ts";
import type { Node } from "./node.ts";
import type { Wire } from "./wire.ts";

/** Does its worst, and puts right what systemd or a person would. @returns a text, if more is to be said of it */
type Fault = (place: {
  cluster: Cluster;
  wire: Wire;
  /** Processes of the site. */
  processes: RunningSite[];
}) => Promise<unknown>;

/** Waits between so many seconds and so many; shorter times are more frequent than longer ones. */
const between = (least: number, most: number) => setTimeout(1_000 * least * (most / least) ** Math.random());

/** The faults, by the names that select them. */
export const faults: Record<string, Fault> = {
  "leader killed": async ({ cluster }) => {
    const leader = await cluster.leader();
    await leader.kill("both");
    await cluster.newLeader(leader);
    await between(0.5, 3);
    leader.startPatroni();
  },
  "leader killed, started again after 1 s": async ({ cluster }) => {
    const leader = await cluster.leader();
    await leader.kill("both");
    await setTimeout(1_000);
    leader.startPatroni();
  },
  "leader's PostgreSQL killed": async ({ cluster }) => {
    await (await cluster.leader()).kill("postgres");
  },
  "leader stopped, and let go on": ({ cluster }) => stopped(cluster, "both"),
  "leader's PostgreSQL stopped, and let go on": ({ cluster }) => stopped(cluster, "postgres"),
  "leader switched over": async ({ cluster }) => {
    await cluster.switchOver();
  },
  "synchronous standby killed": async ({ cluster }) => {
    const standby = await cluster.synchronous();
    await standby.kill("both");
    await between(0.3, 5);
    standby.startPatroni();
  },
  "both standbys killed": async ({ cluster }) => {
    const standbys = cluster.others(await cluster.leader());
    await Promise.all(standbys.map((node) => node.kill("both")));
    await between(2, 20);
    for (const node of standbys) node.startPatroni();
  },
  "etcd without quorum": async ({ cluster }) => {
    const two = cluster.nodes.slice(1);
    await Promise.all(two.map((node) => node.killEtcd()));
    await between(5, 40);
    for (const node of two) node.startEtcd();
    await setTimeout(3_000);
  },
  "pooler killed": async ({ cluster, wire }) => {
    const answers = () => waitFor("the pooler", async () => !!(await ask(cluster.url(26500), "select 1")));
    cluster.startPooler();
    await answers();
    wire.leadTo(26500);
    await between(0.5, 2);
    await cluster.stopPooler();
    await between(0.1, 1);
    cluster.startPooler();
    await answers();
    await between(0.3, 1);
    wire.leadTo(26000);
    await cluster.stopPooler();
  },
  "proxy killed": async ({ cluster }) => {
    await cluster.stopProxy();
    await between(0.1, 2);
    cluster.startProxy();
  },
  "network cut": async ({ wire }) => {
    const mend = wire.cut("refused");
    await between(0.3, 5);
    mend();
  },
  "network silent": async ({ wire }) => {
    const mend = wire.cut("silent");
    await between(0.3, 5);
    mend();
  },
  "answers to commits lost": async ({ wire }) => {
    const most = 1 + Math.floor(Math.random() * 20);
    const count = wire.swallowCommits(most);
    await waitFor("commits", () => count() === most, 60_000);
    return `${most} commits`;
  },
  "leader's disk full": async ({ cluster }) => {
    const leader = await cluster.leader();
    const file = join(leader.disk, "filler");
    const { bavail, bsize } = statfsSync(leader.disk);
    if (bavail * bsize > 2e9) return "left out: no disk of its own";
    spawnSync("fallocate", ["--length", String(bavail * bsize - 8192), file]);
    const end = performance.now() + 60_000;
    // A commit needs a new segment of the log now and then: PostgreSQL meets the full disk some time later.
    await takesWrite(cluster.url(26000));
    while (
      performance.now() < end &&
      (await cluster.members()).find(({ name }) => name === leader.name)?.role === "leader"
    )
      await setTimeout(1_000);
    spawnSync("rm", [file]);
    return (await cluster.leader()) === leader ? "went on leading" : undefined;
  },
  "leader cut off from standbys and etcd": async ({ cluster }) => {
    const leader = await cluster.leader();
    return replaced(leader, cluster, leader.cutFrom(cluster.others(leader), "all"));
  },
  "replication silent": async ({ cluster }) => {
    const leader = await cluster.leader();
    const mend = leader.cutFrom(cluster.others(leader), "log");
    await between(0.3, 15);
    mend();
  },
  "process of the site killed": async ({ processes }) => {
    await killed(processes);
  },
  "process and leader's PostgreSQL killed": async ({ cluster, processes }) => {
    const leader = await cluster.leader();
    await Promise.all([killed(processes), leader.kill("postgres")]);
  },
  "replication silent, crash in place, machine gone (strict)": async ({ cluster }) => {
    await cluster.demandStrict(true);
    const leader = await cluster.leader();
    const mend = leader.cutFrom(cluster.others(leader), "log");
    try {
      await between(4, 8);
      await leader.kill("postgres");
      const isBack = async () => !!(await ask(cluster.urlOf(leader), "select 1", 500));
      await waitFor("PostgreSQL to be back in place", isBack, 60_000);
      // Long enough for answers to be sent again that got a 503.
      await between(6, 12);
      await leader.kill("both");
    } finally {
      mend();
    }
    const isReplaced = await cluster.newLeader(leader, 60_000).then(
      () => true,
      () => false,
    );
    leader.startPatroni();
    await cluster.demandStrict(false);
    return isReplaced ? "1 replaced" : "1 came back to lead";
  },
};

/** Kills one, and starts it again as systemd does. */
async function killed(processes: RunningSite[]): Promise<void> {
  const one = processes[Math.floor(Math.random() * processes.length)]!;
  await one.stop("SIGKILL");
  await between(0.1, 5);
  const isBack = () =>
    one.restart().then(
      () => true,
      () => false,
    );
  await waitFor("the site's process", isBack);
}

async function stopped(cluster: Cluster, what: "both" | "postgres"): Promise<string> {
  const leader = await cluster.leader();
  return replaced(leader, cluster, leader.stop(what));
}

/** Long enough for another one to lead, which takes writes for a while before the first goes on. */
async function replaced(leader: Node, cluster: Cluster, goOn: () => void): Promise<string> {
  try {
    await cluster.newLeader(leader);
    await between(1, 8);
  } finally {
    goOn();
  }
  const taken = await writesTakenBy(leader, cluster);
  await setTimeout(2_000);
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
  return !!(await ask(url, "select pg_logical_emit_message(true, 'failover', '')", 500));
}

/**
 * How often each kind of fault comes in about a thousand. Those that last half a minute are few, so that a thousand take less
 * than two hours, but none is left out.
 */
const ofAThousand: Record<string, number> = {
  "leader killed": 5,
  "leader killed, started again after 1 s": 10,
  "leader's PostgreSQL killed": 40,
  "leader stopped, and let go on": 3,
  "leader's PostgreSQL stopped, and let go on": 3,
  "leader switched over": 20,
  "synchronous standby killed": 30,
  "both standbys killed": 5,
  "etcd without quorum": 3,
  "pooler killed": 90,
  "proxy killed": 90,
  "network cut": 230,
  "network silent": 230,
  "answers to commits lost": 240,
  "leader's disk full": 1,
  "leader cut off from standbys and etcd": 3,
  "replication silent": 20,
  "process of the site killed": 40,
  "process and leader's PostgreSQL killed": 10,
  "replication silent, crash in place, machine gone (strict)": 2,
};

/** So many at random out of these kinds. */
export function plan(count: number, names: string[]): string[] {
  const all = names.flatMap((name) => Array<string>(ofAThousand[name]!).fill(name));
  return Array.from({ length: count }, () => all[Math.floor(Math.random() * all.length)]!);
}
