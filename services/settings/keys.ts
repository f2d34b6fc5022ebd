/** The keys that sign, hash and seal, and who signs people in. */
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
    /** The file of people who can sign in to the console; undefined: a file beside a file database. */
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
  };
}

/** They name the site to the company's identity provider together. */
const providerNames = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

export function identityProviderFaults(given: Variables): string[] {
  const missing = providerNames.filter((name) => given[name] === undefined);
  if (missing.length === 0 || missing.length === providerNames.length) return [];
  return [`${missing.join(", ")} must be set too, since ${providerNames.join(", ")} belong together`];
}
