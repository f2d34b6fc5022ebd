import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "./free-ports.ts";
import { rowsOf } from "./postgres.ts";
import { waitFor } from "./wait-for.ts";

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
