import { execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { waitFor } from "./wait-for.ts";

const run = promisify(execFile);
const home = "/usr/lib/postgresql";

export type PostgresServer = {
  /** The URL of a database, whether or not the database exists. */
  address(database: string): string;
  /** Makes a database and returns its address. @param template to copy, if it is not to be empty */
  freshDatabase(template?: string): Promise<string>;
  /** Ends the server as at a failure or an upgrade: connections are cut, the data stays. */
  down(): Promise<void>;
  /** Starts it again on the same port. */
  up(): Promise<void>;
  /** Freezes its processes: connections stay and nobody answers. @returns a function that resumes it */
  freeze(): Promise<() => void>;
  /** The server's process and those of its connections. */
  pids(): Promise<number[]>;
  /** Ends it for good. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

type Options = {
  primary?: PostgresServer;
  durable?: boolean;
  settings?: Record<string, string>;
  fill?: (data: string) => string[];
};

/**
 * Starts a throw-away server from Debian's package; it ends with this process at the latest.
 * @param primary whose streaming replica it is
 * @param durable whether a commit waits for the disk, which tests have no use for
 * @param settings of the server, over its defaults
 * @param fill the command that makes its data folder, if it is not to be empty
 */
export async function startPostgres({
  primary,
  durable = false,
  settings = {},
  fill,
}: Options = {}): Promise<PostgresServer> {
  const bin = await findBinaries();
  const folder = await mkdtemp(join(tmpdir(), "claimpath-postgres-"));
  const data = join(folder, "data");
  const asUser = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : [];
  const [command, ...before] = [...asUser, "env"];
  if (asUser.length > 0) {
    await chmod(folder, 0o755);
    await run("chown", ["postgres", folder]);
  }
  const copy = ["-D", data, "-R", "-c", "fast", "-d", primary?.address("postgres") ?? ""];
  const empty = ["-D", data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8"];
  const make = primary ? [`${bin}/pg_basebackup`, ...copy] : [`${bin}/initdb`, ...empty];
  await run(command!, [...before, ...(fill?.(data) ?? make)], { cwd: "/" });
  const [port] = await freePorts(1);
  // The shell ends the server when our end of the pipe closes, also when the tests are killed.
  const script = '"$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server';
  const address = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  let down: () => Promise<void>;
  const up = async () => {
    const server = spawn(
      command!,
      [...before, "sh", "-c", script, "sh", `${bin}/postgres`]
        .concat(["-D", data, "-p", String(port), "-k", "", "-c", "listen_addresses=127.0.0.1"])
        .concat(["-c", `fsync=${durable ? "on" : "off"}`, "-c", "max_connections=200"])
        .concat(Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])),
      { stdio: ["pipe", "ignore", "ignore"], cwd: "/" },
    );
    const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    down = () => {
      server.stdin.end();
      return exited;
    };
    await untilReady(address("postgres"));
  };
  await up();
  const pids = async () => {
    const server = Number.parseInt(await readFile(join(data, "postmaster.pid"), "utf8"), 10);
    const children = await readFile(`/proc/${server}/task/${server}/children`, "utf8");
    return [server, ...children.trim().split(" ").map(Number)];
  };
  const stop = async () => {
    await down();
    await rm(folder, { recursive: true, force: true });
  };
  let databases = 0;
  return {
    address,
    async freshDatabase(template) {
      const name = `test_${++databases}`;
      const copy = template ? ` template ${template} strategy file_copy` : "";
      await rowsOf(address("postgres"), `create database ${name}${copy}`);
      return address(name);
    },
    up,
    down: () => down(),
    async freeze() {
      const [server] = await pids();
      process.kill(server!, "SIGSTOP");
      // Stopped, it starts no other.
      const all = await pids();
      const tell = (pid: number, signal: NodeJS.Signals) => {
        try {
          process.kill(pid, signal);
        } catch {
          // Its connection has ended since.
        }
      };
      for (const pid of all) tell(pid, "SIGSTOP");
      return () => {
        for (const pid of all) tell(pid, "SIGCONT");
      };
    },
    pids,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function findBinaries(): Promise<string> {
  const versions = existsSync(home) ? await readdir(home) : [];
  const newest = versions
    .sort((a, b) => Number(b) - Number(a))
    .find((v) => existsSync(`${home}/${v}/bin/initdb`));
  if (!newest) {
    throw new Error("These tests need a PostgreSQL server. Install it with: apt-get install -y postgresql");
  }
  return `${home}/${newest}/bin`;
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return void (await rowsOf(url, "select 1"));
    } catch (error) {
      if (tries === 150) throw error;
      await setTimeout(100);
    }
  }
}

/** Asks past the program, on a connection of the test's own. */
export async function rowsOf<Row = Record<string, unknown>>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Starts Debian's PgBouncer in front of a database, in transaction mode. It is 1.18, which keeps no prepared statements,
 * as newer ones do not without `max_prepared_statements`.
 * @param url of the database
 * @returns its address in place of the database's
 */
export async function startPgBouncer(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port: databasePort, pathname } = new URL(url);
  const name = pathname.slice(1);
  const [port] = await freePorts(1);
  const folder = await mkdtemp(join(tmpdir(), "claimpath-pgbouncer-"));
  await chmod(folder, 0o755);
  await writeFile(
    join(folder, "pgbouncer.ini"),
    `[databases]
${name} = host=${hostname} port=${databasePort} dbname=${name} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
ignore_startup_parameters = statement_timeout,lock_timeout
`,
  );
  const asUser = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : [];
  const [command, ...before] = [...asUser, "env"];
  const child = spawn(command!, [...before, "/usr/sbin/pgbouncer", "-q", join(folder, "pgbouncer.ini")], {
    stdio: "ignore",
    cwd: "/",
  });
  const address = `postgres://postgres@127.0.0.1:${port}/${name}`;
  await waitFor("PgBouncer", () =>
    rowsOf(address, "select 1").then(
      () => true,
      () => false,
    ),
  );
  return {
    url: address,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Unused ports, all different. They are below those that the system assigns, so that no other test gets one of them
 * before it is used.
 */
export async function freePorts(count: number): Promise<number[]> {
  const probes: Server[] = [];
  const ports: number[] = [];
  while (ports.length < count) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probes.push(probe);
    ports.push(port);
  }
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}
