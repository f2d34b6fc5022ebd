import type * as z from "zod";
import { identityProviderSettings, identityProviderShape } from "./identity-provider.ts";
import * as is from "./kinds.ts";
import type { SealedKey } from "./sealed-keys.ts";
import { vaultSettings, vaultShape } from "./vault.ts";

const secrets = () =>
  is.list(is.secret, "comma-separated values of at least 32 characters, none of them sealed").optional();

/** Settings of the keys that sign, hash and seal, and of the passwords of people. */
export const keyShape = {
  SESSION_SECRETS: secrets(),
  HASH_KEY: is.secret.optional(),
  DATA_KEYS: secrets(),
  PERSON_KEYS: is.text("the path of a file").optional(),
  CONSOLE_PEOPLE_FILE: is.text().optional(),
  ...identityProviderShape,
  ...vaultShape,
};

type Checked = z.infer<z.ZodObject<typeof keyShape>>;

export function keySettings(given: Checked) {
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
    ...identityProviderSettings(given),
    ...vaultSettings(given),
    /** Undefined: all of these keys were in the environment as they are. */
    sealedKeys: undefined as readonly SealedKey[] | undefined,
  };
}
