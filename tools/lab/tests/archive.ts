import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const asUser = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : [];

/** Where the operators' claimpath-archive puts a server's log and copies, and its keys. */
export type Archive = {
  /** With the archive in `wal` and `base`, and what it tells Prometheus in `metrics`. */
  folder: string;
  /** The operators' command, as a user may call it. @param words after its name */
  command(...words: string[]): string[];
  /** Runs it as PostgreSQL's user. @param env of the server that it asks @returns what it printed */
  run(words: string[], env?: Record<string, string>): Promise<string>;
  remove(): void;
};

/** @throws where Debian's age is missing */
export function makeArchive(): Archive {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-archive-"));
  chmodSync(folder, 0o755);
  const identity = join(folder, "identity");
  try {
    execFileSync("age-keygen", ["-o", identity], { stdio: "pipe" });
  } catch (error) {
    throw new Error("This test needs Debian's age: apt-get install -y age", { cause: error });
  }
  const recipient = execFileSync("age-keygen", ["-y", identity], { encoding: "utf8" }).trim();
  const script = join(folder, "claimpath-archive");
  copyFileSync("docs/production/claimpath-archive", script);
  chmodSync(script, 0o755);
  const settings = join(folder, "settings");
  const metrics = join(folder, "metrics");
  mkdirSync(metrics);
  writeFileSync(
    settings,
    `ARCHIVE=${folder}\nRECIPIENT=${recipient}\nIDENTITY=${identity}\nKEEP_DAYS=14\nMETRICS=${metrics}\n`,
  );
  if (asUser.length > 0) execFileSync("chown", ["-R", "postgres", folder]);
  const command = (...words: string[]) => ["env", `ARCHIVE_ENV=${settings}`, script, ...words];
  return {
    folder,
    command,
    async run(words, env = {}) {
      const [program, ...args] = [...asUser, ...command(...words)];
      const { stdout } = await run(program!, args, { cwd: "/", env: { ...process.env, ...env } });
      return stdout;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** What a file of the archive begins with. */
export const beginOf = (file: string) => readFileSync(file).subarray(0, 22).toString("latin1");
