import { noPlace } from "../../../machines/rules/place.ts";
import type { ZipLookup } from "../ports.ts";
import type { Provider } from "../provider.ts";
import { embeddedZipLookup } from "./embedded.ts";
import { liveZipLookup } from "./live.ts";

/**
 * Asks a service; what it leaves out of a place in the same state, or all when it gives no answer, the table knows. A
 * place with a gap left is none.
 */
export function completedBy(table: ZipLookup, service: ZipLookup): ZipLookup {
  return {
    async lookUp(zip) {
      const [found, known] = await Promise.all([service.lookUp(zip).catch(() => noPlace), table.lookUp(zip)]);
      const isSame = found.state === "" || found.state === known.state;
      const place = isSame
        ? {
            city: found.city || known.city,
            state: known.state,
            state_long: found.state_long || known.state_long,
            county: found.county || known.county,
          }
        : found;
      return Object.values(place).every(Boolean) ? place : noPlace;
    },
  };
}

const quietMs = 60_000;

export const zipLookup: Provider<ZipLookup> = {
  name: "zip-lookup",
  words: "zip look-up",
  addresses: ({ zipLookupUrl }) => [zipLookupUrl?.replaceAll("{zip}", "00000")],
  choose({ zipLookupUrl: template, zipLookupHeaders: headers }, { callJson, withCallLog }) {
    const table = embeddedZipLookup();
    if (!template) return { port: table, mode: "embedded", how: "packed table" };
    // The table answers for a service that fails: nobody has to know of each visitor's zip.
    const live = withCallLog(liveZipLookup(callJson, { template, headers }), { quietMs });
    return { port: completedBy(table, live), mode: "live", how: "packed table when it fails" };
  },
};
