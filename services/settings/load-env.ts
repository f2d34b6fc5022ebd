import { existsSync } from "node:fs";

/** Adds the settings in `.env`, if there is one; what the environment already says wins. */
export function loadEnvFile(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}
