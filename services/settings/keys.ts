/** The keys that sign, hash and seal, who opens them where they are sealed, and who signs people in. */
import { isSealed } from "./kinds.ts";
import type { Variables } from "./variables.ts";

export function keySettings(given: Variables) {
  const [issuer, clientId, clientSecret] = providerNames.map((name) => given[name]);
  return {
    /** Undefined only with a file database: the server then makes one in the data folder. */
    sessionSecrets: given.SESSION_SECRETS,
    /** Undefined: the store makes one and keeps it. */
    hashKey: given.HASH_KEY,
    /** Undefined: personal data is stored unsealed. */
    dataKeys: given.DATA_KEYS,
    /** Undefined: what was erased is still in older backups, for those who have the keys. */
    personKeys: given.PERSON_KEYS,
    /** Who signs in to the console; undefined: a file beside a file database. */
    consolePeopleFile: given.CONSOLE_PEOPLE_FILE,
    /** Undefined: kept beside the database file, or made from the first session secret. */
    consentLogKey: given.CONSENT_LOG_KEY,
    /** Opens the chart pages in production; undefined: nobody can see them there. */
    analystToken: given.ANALYST_TOKEN,
    /** Undefined: people sign in with the console's own passwords alone. `roleClaim` says what a person may see. */
    identityProvider:
      issuer && clientId && clientSecret
        ? { issuer, clientId, clientSecret, roleClaim: given.OIDC_ROLE_CLAIM }
        : undefined,
    vault: vaultIn(given),
    /** Undefined: all of these keys were in the environment as they are. */
    sealedKeys: undefined as readonly SealedKey[] | undefined,
  };
}

/** They name the site to the company's identity provider together. */
const providerNames = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

export function identityProviderFaults(given: Variables): string[] {
  const missing = providerNames.filter((name) => given[name] === undefined);
  if (missing.length === 0 || missing.length === providerNames.length) return [];
  return [`${missing.join(", ")} must be set too, since ${providerNames.join(", ")} belong together`];
}

/** Where Vault is, and who we are there. */
export type Vault = {
  address: string;
  namespace?: string;
  /** Where the transit engine is mounted, for example `transit`. */
  mount: string;
  /** The engine's key, which never leaves Vault. */
  key: string;
  /** A token, or a role (AppRole) that gets one. */
  account: { token: string } | { roleId: string; secretId: string } | undefined;
};

function vaultIn(given: Variables): Vault | undefined {
  const { VAULT_ADDR: address, VAULT_NAMESPACE: namespace, VAULT_TRANSIT: transit } = given;
  const { VAULT_TOKEN: token, VAULT_ROLE_ID: roleId, VAULT_SECRET_ID: secretId } = given;
  if (!address) return undefined;
  const end = transit.lastIndexOf("/");
  const account = token ? { token } : roleId && secretId ? { roleId, secretId } : undefined;
  return { address, namespace, mount: transit.slice(0, end), key: transit.slice(end + 1), account };
}

/** The settings that are keys of our own. */
const sealable = ["SESSION_SECRETS", "HASH_KEY", "DATA_KEYS", "CONSENT_LOG_KEY"] as const;

/** What a key service made of a key, with the setting that has it. */
export type SealedKey = { setting: (typeof sealable)[number]; sealed: string };

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
