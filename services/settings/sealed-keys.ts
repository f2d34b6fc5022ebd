/** Keys that the environment has in sealed form only: a key service opens them at the start. */

/** The settings that are keys of our own. */
const sealable = ["SESSION_SECRETS", "HASH_KEY", "DATA_KEYS", "CONSENT_LOG_KEY"] as const;

/** What a key service made of a key, with the setting that has it. */
export type SealedKey = { setting: (typeof sealable)[number]; sealed: string };

/** True of a ciphertext as Vault's transit engine writes it, for example `vault:v1:8SDd3WHD…`. */
export function isSealed(text: string): boolean {
  return /^\s*vault:v\d+:/.test(text);
}

type Env = Record<string, string | undefined>;

/** The sealed ones among the keys of an environment; a list may have both kinds. */
export function sealedKeysIn(env: Env): SealedKey[] {
  return sealable.flatMap((setting) =>
    partsOf(env[setting])
      .filter(isSealed)
      .map((sealed) => ({ setting, sealed })),
  );
}

/** @param opened by what was sealed @returns the environment with what was opened in place of it */
export function withOpened(env: Env, keys: readonly SealedKey[], opened: ReadonlyMap<string, string>): Env {
  const lists = keys.map(({ setting }) => [
    setting,
    partsOf(env[setting])
      .map((part) => opened.get(part) ?? part)
      .join(","),
  ]);
  return { ...env, ...Object.fromEntries(lists) };
}

function partsOf(list = ""): string[] {
  return list.split(",").map((part) => part.trim());
}
