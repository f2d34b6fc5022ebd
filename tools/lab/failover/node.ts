import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";

const files = "docs/production/cluster";

/** The three machines' addresses, in place of those in the files. Others may run a cluster on this machine too. */
export const network = `10.231.${1 + (process.pid % 250)}.`;
const wires = `claim${process.pid % 100_000}`;

/** @throws an Error where it may not, as who is not root */
function ip(...words: string[]): void {
  const { status, stderr } = spawnSync("ip", words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`ip ${words.join(" ")}: ${stderr}`);
}

/** The wires that lead from the site's machine, which is this one, to the three. @returns takes them away */
export function layWires(): () => void {
  ip("link", "add", wires, "type", "bridge");
  ip("addr", "add", `${network}9/24`, "dev", wires);
  ip("link", "set", wires, "up");
  return () => void spawnSync("ip", ["link", "del", wires]);
}

export type Node = ReturnType<typeof makeNode>;

/**
 * A machine of the cluster: etcd, and Patroni with its PostgreSQL.
 * @param number 1 to 3 @param secrets passwords by role
 */
export function makeNode(number: number, folder: string, patroni: Patroni, secret: string) {
  const name = `pg${number}`;
  const address = `${network}${number}`;
  const home = join(folder, name);
  const disk = join(home, "disk");
  const data = join(disk, "data");
  mkdirSync(disk, { recursive: true });
  // Small enough to be filled.
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=1500m", "claimpath", disk]);
  spawnSync("chown", ["-R", "postgres:postgres", home]);
  const space = `${wires}-${number}`;
  ip("netns", "add", space);
  ip("link", "add", space, "type", "veth", "peer", "name", "eth0", "netns", space);
  ip("link", "set", space, "master", wires, "up");
  ip("-n", space, "addr", "add", `${address}/24`, "dev", "eth0");
  for (const device of ["lo", "eth0"]) ip("-n", space, "link", "set", device, "up");
  const here = (text: string) => text.replaceAll("10.0.0.", network);
  const write = (file: string, content: object) => {
    const path = join(home, file);
    writeFileSync(path, here(stringify(content)));
    return path;
  };
  const own = `10.0.0.${number}`;
  const etcdFile = parse(readFileSync(join(files, "etcd.yml"), "utf8"));
  const etcdConfig = write("etcd.yml", {
    ...JSON.parse(JSON.stringify(etcdFile).replaceAll("10.0.0.1:", `${own}:`)),
    name,
    "initial-cluster": etcdFile["initial-cluster"],
    "data-dir": join(home, "etcd"),
  });
  const { watchdog: _, ...file } = parse(readFileSync(join(files, "patroni.yml"), "utf8"));
  const authentication = JSON.parse(
    JSON.stringify(file.postgresql.authentication).replaceAll("<secret>", secret),
  );
  const patroniConfig = write("patroni.yml", {
    ...file,
    name,
    restapi: { listen: `${own}:8008`, connect_address: `${own}:8008` },
    postgresql: {
      ...file.postgresql,
      listen: `${own}:5432`,
      connect_address: `${own}:5432`,
      data_dir: data,
      authentication,
      parameters: { ...file.postgresql.parameters, unix_socket_directories: home },
      pgpass: join(home, "pgpass"),
    },
  });
  let etcd: ChildProcess | undefined;
  let watcher: ChildProcess | undefined;
  const end = async (child: ChildProcess | undefined, signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  /** PostgreSQL's processes, the first of them the server. */
  const postgres = () => {
    try {
      const server = Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10);
      const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8");
      return [server, ...children.trim().split(" ").filter(Boolean).map(Number)];
    } catch {
      return [];
    }
  };
  // Also where this program was interrupted; what is stopped would hear no milder signal.
  process.once("exit", () => {
    watcher?.kill("SIGKILL");
    signal(postgres(), "SIGKILL");
    etcd?.kill("SIGKILL");
    spawnSync("umount", ["-l", disk]);
    spawnSync("ip", ["netns", "del", space]);
  });
  return {
    name,
    address,
    /** Folder of the disk that PostgreSQL has to itself. */
    disk,
    startEtcd() {
      etcd = start(["/usr/bin/etcd", "--config-file", etcdConfig], join(folder, `${name}-etcd.log`), space);
    },
    killEtcd: () => end(etcd, "SIGKILL"),
    startPatroni() {
      watcher = start([...patroni.command, patroniConfig], join(folder, `${name}-patroni.log`), space);
    },
    postgres,
    /** Ends PostgreSQL without warning, and Patroni too unless it is to notice. */
    async kill(what: "both" | "postgres") {
      if (what === "both") await end(watcher, "SIGKILL");
      signal(postgres(), "SIGKILL");
    },
    /** Stops them where they are. @returns lets them go on */
    stop(what: "both" | "postgres") {
      const first = postgres().slice(0, 1);
      signal(first, "SIGSTOP");
      // Stopped, it starts no other.
      const all = [...postgres(), ...(what === "both" && watcher ? [watcher.pid!] : [])];
      signal(all, "SIGSTOP");
      return () => signal(all, "SIGCONT");
    },
    /** Nothing that it says arrives there any more, and nobody is told: all, or its log alone. @returns mends it */
    cutFrom(others: readonly { address: string }[], what: "all" | "log") {
      const only = what === "log" ? ["ipproto", "tcp", "sport", "5432"] : [];
      const rules = others.map((other) => ["to", `${other.address}/32`, ...only, "blackhole"]);
      for (const rule of rules) ip("-n", space, "rule", "add", ...rule);
      return () => {
        for (const rule of rules) ip("-n", space, "rule", "del", ...rule);
      };
    },
    async end() {
      await end(watcher, "SIGTERM");
      signal(postgres(), "SIGKILL");
      await end(etcd, "SIGKILL");
    },
  };
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended since.
    }
  }
}

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
