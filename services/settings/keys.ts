import * as z from "zod";
import * as is from "./kinds.ts";

const secrets = () =>
  is.list(z.string().min(32), "comma-separated values of at least 32 characters").optional();

/** Settings of the keys that sign, hash and seal, and of the passwords of people. */
export const keyShape = {
  SESSION_SECRETS: secrets(),
  HASH_KEY: z.string().min(32, "at least 32 characters").optional(),
  DATA_KEYS: secrets(),
  PERSON_KEYS: is.text("the path of a file").optional(),
  CONSOLE_PEOPLE_FILE: is.text().optional(),
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
  };
}
