import { showDrafts } from "../../machines/registry.ts";
import { newsReaders } from "../features.ts";
import { sessionSecrets } from "../guard/secrets.ts";
import { silentLog } from "../observe/log.ts";
import { Refusal } from "../operations/refusal.ts";
import { readSettings, type Settings } from "../settings/env.ts";
import { loadEnvFile } from "../settings/load-env.ts";
import { openStore, type Store } from "../store/store.ts";

/**
 * The settings of a command's site.
 * @param over settings that the command line gives
 * @throws Refusal in production without a database: a new, empty SQLite file would be taken for the site's store
 */
export function siteSettings(over: Record<string, string> = {}): Settings {
  loadEnvFile();
  const env: NodeJS.ProcessEnv = { ...process.env, ...over };
  if (env.NODE_ENV === "production" && !env.DATABASE_URL?.trim()) {
    throw new Refusal(
      "DATABASE_URL is not set: in production a command needs the settings that the site runs with.",
    );
  }
  const settings = readSettings(env);
  showDrafts(settings.draftLanguages);
  return settings;
}

export type Context = { store: Store; settings: Settings };

/** Opens the store of the site's settings for one task. */
export async function withStore(task: (context: Context) => Promise<void>): Promise<void> {
  const settings = siteSettings();
  const { databaseUrl: url, databaseDirectUrl: directUrl } = settings;
  const { hashKey, dataKeys, personKeys, siteTimeZone: timeZone } = settings;
  const codeKeys = sessionSecrets(settings);
  const store = await openStore({
    url,
    now: Date.now,
    log: silentLog,
    hashKey,
    codeKeys,
    dataKeys,
    personKeys,
    directUrl,
    readers: newsReaders(settings),
    timeZone,
    affiliates: settings.knownAffiliates,
    sourceLevels: settings.sourceLevels,
  });
  try {
    await task({ store, settings });
  } finally {
    await store.close();
  }
}
