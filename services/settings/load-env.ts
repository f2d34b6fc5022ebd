import { existsSync, readFileSync } from "node:fs";
import { environmentIn } from "./environment-file.ts";

/**
 * Adds the settings in `.env`, if there is one, or in the file that `ENV_FILE` names, which is read as systemd reads it;
 * what the environment already says wins.
 */
export function loadEnvFile(): void {
  const { ENV_FILE } = process.env;
  if (ENV_FILE) process.env = { ...environmentIn(readFileSync(ENV_FILE, "utf8")), ...process.env };
  else if (existsSync(".env")) process.loadEnvFile(".env");
}
