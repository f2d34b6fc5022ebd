import type { ContactPoints } from "../address-hash.ts";
import type { Connection } from "../connection.ts";
import { suppressionsIn } from "../suppressions.ts";
import { erasePerson } from "./erase.ts";
import type { Keys } from "./hashed.ts";
import { holdingsOf } from "./read.ts";
import { recordRequest } from "./requests.ts";
import type { People } from "./types.ts";

/** One person in every table, to be shown or forgotten. */
export function peopleIn(connection: Connection, keys: Keys, now: () => number): People {
  const suppressions = suppressionsIn(connection, keys.addresses, now);
  const find = (reach: ContactPoints) => holdingsOf(connection, keys, suppressions, reach);
  return {
    find,
    async erase(reach) {
      const holdings = await find(reach);
      const reaches = [reach, ...holdings.leads.map(({ record }) => record as ContactPoints)];
      // First of all: from here on nothing more goes out.
      for (const each of reaches) await suppressions.add(each, "deletion request");
      return erasePerson(connection, keys, { ...holdings, reaches }, now());
    },
    record: (kind, reach) => recordRequest(connection, keys.addresses, kind, reach, now()),
    scrub: () => connection.scrub(),
  };
}
