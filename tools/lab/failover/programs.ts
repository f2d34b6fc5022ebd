import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { openSync } from "node:fs";
import { join } from "node:path";

/** What the cluster is made of, by the Debian package that has it. */
export const clusterPrograms = {
  "postgresql-15": "/usr/lib/postgresql/15/bin/initdb",
  patroni: "/usr/bin/patroni",
  "etcd-server": "/usr/bin/etcd",
  haproxy: "/usr/sbin/haproxy",
  pgbouncer: "/usr/sbin/pgbouncer",
};

export type Patroni = {
  version: string;
  /** Program and first arguments. */
  command: string[];
  /** 3.0.2 takes the leader key back after its PostgreSQL hung, and acknowledged leads are lost (patroni/patroni#2689). */
  isSafe: boolean;
};

/** @param folder with a checkout of Patroni's sources; without one, Debian's package */
export function findPatroni(folder?: string): Patroni {
  // Debian's packages have what it imports.
  const command = folder ? ["/usr/bin/python3", join(folder, "patroni.py")] : ["/usr/bin/patroni"];
  const said = spawnSync(command[0]!, [...command.slice(1), "--version"], { encoding: "utf8" }).stdout ?? "";
  const [, version = ""] = /(\d+\.\d+\.\d+)/.exec(said) ?? [];
  if (!version) throw new Error(`There is no Patroni in ${folder ?? "/usr/bin"}.`);
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return { version, command, isSafe: major > 3 || (major === 3 && (minor > 0 || patch >= 3)) };
}

/** PgBouncer keeps prepared statements since 1.21; an older one can only give each client a session of its own. */
export function poolerKeepsStatements(): boolean {
  const said = spawnSync("/usr/sbin/pgbouncer", ["--version"], { encoding: "utf8" }).stdout;
  const [, minor] = /PgBouncer 1\.(\d+)/.exec(said) ?? [];
  return Number(minor) >= 21;
}

/** PostgreSQL refuses to run as root. */
const asPostgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--pdeathsig=TERM"];

/**
 * Starts a program that ends with this process at the latest; what it says goes into a file.
 * @param space the network that it is in, where that is not this machine's own
 */
export function start(command: string[], logFile: string, space?: string): ChildProcess {
  const log = openSync(logFile, "a");
  const within = space === undefined ? [] : ["ip", "netns", "exec", space];
  const [program = "", ...words] = [...within, ...asPostgres, ...command];
  return spawn(program, words, {
    stdio: ["ignore", log, log],
    cwd: "/",
    env: { PATH: process.env.PATH, LANG: "C.UTF-8" } as unknown as NodeJS.ProcessEnv,
  });
}
