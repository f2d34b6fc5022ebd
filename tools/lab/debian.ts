import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * Installs what is missing, and upgrades nothing: a standby whose files are replaced under it stops replicating.
 * @param programs a file of each, by the Debian package that has it
 */
export function installPrograms(programs: Record<string, string>): void {
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name]!));
  if (missing.length === 0) return;
  console.log(`> Installing from Debian: ${missing.join(", ")}.`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
  const most = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "--no-upgrade"];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const words of [
    ["apt-get", "update", "-qq"],
    [...most, ...missing],
  ]) {
    const [command = "", ...args] = [...sudo, ...words];
    if (spawnSync(command, args, { stdio: "inherit", env }).status !== 0)
      throw new Error(`${words.join(" ")} failed.`);
  }
}
