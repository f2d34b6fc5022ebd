import { sessionSecrets } from "../guard/secrets.ts";
import { silentLog } from "../observe/log.ts";
import type { Settings } from "../settings/env.ts";
import { openStore } from "../store/store.ts";
import type { Store } from "../store/types.ts";
import { siteSettings } from "./site-settings.ts";

export type Context = { store: Store; settings: Settings };

/** Opens the store of the site's settings for one task. */
export async function withStore(task: (context: Context) => Promise<void>): Promise<void> {
  const settings = await siteSettings();
  const { databaseUrl: url, databaseDirectUrl: directUrl } = settings;
  const { hashKey, dataKeys, personKeys, postbacks } = settings;
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
    postbacks,
  });
  try {
    await task({ store, settings });
  } finally {
    await store.close();
  }
}
