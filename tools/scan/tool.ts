import { spawn, spawnSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

/** What a scanner said, and what of it is a finding. */
export type Scan = { name: string; findings: string[]; said: string };

/** Debian packages of the scanners; each has a program of its own name. */
export const packages = ["sqlmap", "wapiti", "slowhttptest", "zzuf"] as const;

export function missing(): string[] {
  return packages.filter((name) => spawnSync("which", [name]).status !== 0);
}

/**
 * Runs a scanner to its end, or for as long as it may.
 * @param home where it may keep its files
 * @returns all that it printed, without its colours
 */
export function run(program: string, args: string[], home: string, mostMs: number): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8", NODE_ENV: "production" as const };
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"], timeout: mostMs });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve(stripVTControlCharacters(said)));
  });
}
