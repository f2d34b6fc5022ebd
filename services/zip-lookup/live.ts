import * as z from "zod";
import type { CallJson } from "../http.ts";
import { ProviderFailure, type ZipLookup } from "../ports.ts";
import { nowhere } from "./unknown.ts";

const text = z.string().trim().max(100);
const answer = z.object({ city: text, state: text, state_long: text, county: text, zip: z.string() });

/**
 * Asks a service that answers `GET …/{zip}` with `{city, state, state_long, county, zip}` (specification 7).
 * A zip that is not five digits is never put into an address. An answer with a gap counts as unknown.
 * @param template address with `{zip}` in it
 */
export function liveZipLookup(callJson: CallJson, template: string, timeoutMs = 2_000): ZipLookup {
  return {
    async lookUp(zip) {
      if (!/^\d{5}$/.test(zip)) return nowhere;
      const { zip: answered, ...place } = await callJson({
        provider: "zip-lookup",
        url: template.replaceAll("{zip}", zip),
        timeoutMs,
        schema: answer,
      });
      if (answered !== zip) throw new ProviderFailure("garbage", "zip-lookup answered for another zip");
      return Object.values(place).every(Boolean) ? place : nowhere;
    },
  };
}
