import * as z from "zod";
import type { CallJson } from "./http.ts";
import type { Mappings } from "./ports.ts";
import { byAddress, type Provider } from "./provider.ts";

const id = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\S{1,200}$/));
const answer = z.object({ lp_campaign_id: id, lp_supplier_id: id, lp_key: id });

/** Asks the mapping service which of the buyer's campaigns a source of traffic belongs to: our own contract (spec 7). */
export function liveMappings(callJson: CallJson, url: string, timeoutMs = 2_000): Mappings {
  return {
    find: ({ affid, oid }) =>
      callJson({
        provider: "mappings",
        url: `${url}/get-mappings`,
        body: { affid: Number(affid), oid: Number(oid) },
        timeoutMs,
        schema: answer,
      }),
  };
}

/**
 * The service takes numbers only: an affiliate named in letters, or not at all, is on nobody's list and not asked about
 * (ruling 145).
 */
export function ofNumbers(mappings: Mappings): Mappings {
  const isNumber = (text: string) => /^\d{1,15}$/.test(text);
  return {
    find: async (source) =>
      isNumber(source.affid) && isNumber(source.oid) ? mappings.find(source) : undefined,
  };
}

/** Without a mapping service, every lead goes to the campaign in the settings. */
export const noMappings: Mappings = { find: async () => undefined };

const known = byAddress({
  name: "mappings",
  words: "mappings",
  setting: "MAPPINGS_URL",
  address: ({ mappingsUrl }) => mappingsUrl,
  live: liveMappings,
  off: noMappings,
  otherwise: "every lead goes to the campaign of the settings",
});

export const mappings: Provider<Mappings> = {
  ...known,
  choose(...by) {
    const choice = known.choose(...by);
    // Outside of monitoring: a question that is not asked has not failed.
    return { ...choice, port: ofNumbers(choice.port) };
  },
};
