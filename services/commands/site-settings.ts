import { Refusal } from "../operations/refusal.ts";
import { readOpenedSettings } from "../providers/key-service.ts";
import type { Settings } from "../settings/env.ts";
import { loadEnvFile } from "../settings/load-env.ts";

/**
 * The settings of the site that a command is about.
 * @param over settings that the command line gives
 * @throws Refusal in production without a database: a new, empty SQLite file would be taken for the site's store
 */
export async function siteSettings(over: Record<string, string> = {}): Promise<Settings> {
  loadEnvFile();
  const env: NodeJS.ProcessEnv = { ...process.env, ...over };
  if (env.NODE_ENV === "production" && !env.DATABASE_URL?.trim()) {
    throw new Refusal(
      "DATABASE_URL is not set: in production a command needs the settings that the site runs with.",
    );
  }
  return await readOpenedSettings(env);
}
