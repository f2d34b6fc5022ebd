import { type ChildProcess, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { send } from "../../../test/support/send.ts";
import { waitFor } from "../../../test/support/wait-for.ts";
import {
  layWires,
  makeNode,
  type Node,
  network,
  type Patroni,
  poolerKeepsStatements,
  start,
} from "./node.ts";

type Member = { name: string; role: string; state: string };

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Three machines with PostgreSQL, each in a network of its own, and the site's with the proxy and the pooler. */
export async function startCluster(patroni: Patroni) {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-failover-"));
  chmodSync(folder, 0o755);
  const secret = randomBytes(12).toString("hex");
  process.once("exit", layWires());
  const nodes = [1, 2, 3].map((number) => makeNode(number, folder, patroni, secret));
  const host = `${network}9`;
  const here = (file: string) =>
    readFileSync(join("docs/production/cluster", file), "utf8")
      .replaceAll("127.0.0.1", host)
      .replaceAll("10.0.0.", network);
  const write = (file: string, text: string) => {
    const path = join(folder, file);
    writeFileSync(path, text);
    return path;
  };
  for (const node of nodes) node.startEtcd();
  for (const node of nodes) node.startPatroni();
  const proxyConfig = write("haproxy.cfg", here("haproxy.cfg"));
  const startProxy = () =>
    start(["/usr/sbin/haproxy", "-db", "-f", proxyConfig], join(folder, "haproxy.log"));
  let proxy = startProxy();

  const members = async (): Promise<Member[]> => {
    for (const { address } of nodes) {
      try {
        // One that is stopped takes connections and does not answer.
        const signal = AbortSignal.timeout(1_000);
        const { members } = (await (await fetch(`http://${address}:8008/cluster`, { signal })).json()) as {
          members?: Member[];
        };
        if (members) return members;
      } catch {
        // This one is away; another answers.
      }
    }
    return [];
  };
  const named = async (role: string, other?: Node, withinMs = 120_000) => {
    let found: Node | undefined;
    await waitFor(
      `a ${role}`,
      async () => {
        const name = (await members()).find((member) => member.role === role)?.name;
        found = nodes.find((node) => node.name === name && node !== other);
        return found !== undefined;
      },
      withinMs,
    );
    return found!;
  };
  const admin = `postgres://postgres:${secret}@${host}:26000/postgres`;
  // Patroni's own list is as old as its last look.
  const standbys = "select sync_state from pg_stat_replication where state = 'streaming'";
  /** Waits until one leads, by the proxy, and two follow, one of them synchronously. */
  const settled = () =>
    waitFor(
      "one that leads and two that follow",
      async () => {
        const [all, of] = [await members(), (await ask<{ sync_state: string }>(admin, standbys)) ?? []];
        const isKnown = all.some(({ role }) => role === "sync_standby");
        return isKnown && of.length === 2 && of.some(({ sync_state }) => sync_state === "sync");
      },
      240_000,
    );
  /** @param port 26000 the leader, 26001 the standbys, 26500 the pooler */
  const url = (port: number) => `postgres://claimpath:${secret}@${host}:${port}/claimpath`;

  const keeps = poolerKeepsStatements();
  const userlist = write("userlist.txt", `"claimpath" "${secret}"\n`);
  const ini = here("pgbouncer.ini").replace("userlist.txt", userlist).concat("unix_socket_dir =\n");
  const perSession = (text: string) =>
    text
      .replace("pool_mode = transaction", "pool_mode = session")
      .replace(/max_prepared_statements.*\n/, "")
      .replace(/default_pool_size.*/, "default_pool_size = 40");
  const poolerConfig = write("pgbouncer.ini", keeps ? ini : perSession(ini));
  let pooler: ChildProcess;

  await settled();
  for (const statement of [
    `create role claimpath login password '${secret}'`,
    "create database claimpath owner claimpath",
    "alter role claimpath set statement_timeout = '10s'",
    "alter role claimpath set lock_timeout = '1s'",
  ])
    if (!(await ask(admin, statement, 30_000))) throw new Error(`PostgreSQL refused: ${statement}`);

  spawnSync("chown", ["postgres", userlist]);
  return {
    nodes,
    /** Where the proxy and the pooler listen. */
    host,
    url,
    /** The URL of one machine, bypassing the proxy. */
    urlOf: ({ address }: Node) => `postgres://claimpath:${secret}@${address}:5432/claimpath`,
    members,
    leader: () => named("leader"),
    synchronous: () => named("sync_standby"),
    /** Waits for a leader other than this one. */
    newLeader: (than: Node, withinMs?: number) => named("leader", than, withinMs),
    others: (than: Node) => nodes.filter((node) => node !== than),
    /** Waits until all of them have the setting. */
    async demandStrict(isStrict: boolean) {
      const { address } = await named("leader");
      const { status, text } = await send(`http://${address}:8008`, "/config", {
        method: "PATCH",
        json: { synchronous_mode_strict: isStrict },
      });
      if (status !== 200) throw new Error(`Patroni would not take a setting: ${text}`);
      // Each looks every two seconds.
      await setTimeout(4_000);
    },
    settled,
    async switchOver() {
      const [leader, candidate] = [await named("leader"), await named("sync_standby")];
      const { status, text } = await send(`http://${leader.address}:8008`, "/switchover", {
        json: { leader: leader.name, candidate: candidate.name },
      });
      if (status !== 200) throw new Error(`Patroni would not switch over: ${text}`);
    },
    startPooler() {
      pooler = start(["/usr/sbin/pgbouncer", "-q", poolerConfig], join(folder, "pgbouncer.log"));
    },
    stopPooler: () => killed(pooler),
    startProxy() {
      proxy = startProxy();
    },
    stopProxy: () => killed(proxy),
    /** Where the programs' words are. */
    folder,
    async end() {
      await Promise.all(nodes.map((node) => node.end()));
      proxy.kill("SIGKILL");
      // The logs are kept if something went wrong.
      process.once("exit", (status) => status === 0 && rmSync(folder, { recursive: true, force: true }));
    },
  };
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Asks a database that may go away at any time. @returns rows; nothing where no answer came in time */
export async function ask<Row = object>(
  url: string,
  text: string,
  withinMs = 2_000,
): Promise<Row[] | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  // A leader that gives way ends its sessions, those between two questions too.
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } catch {
    return undefined;
  } finally {
    client.end().catch(() => undefined);
  }
}
