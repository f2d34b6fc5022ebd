import * as z from "zod";
import { noPlace, type Place } from "../../../machines/rules/place.ts";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { CallJson } from "../http.ts";
import type { ZipLookup } from "../ports.ts";

const text = z.string().trim().max(100);
/** What is missing is ''; the table may know it. */
const part = text.catch("");
const code = text.toUpperCase();
/** A number has lost its leading zeros. */
const zip = z.union([z.string(), z.number()]).transform((given) => String(given).trim().padStart(5, "0"));

/** Our own contract: `{city, state, state_long, county, zip}`. */
const ours = z
  .object({ city: text, state: code, state_long: part, county: part, zip: zip.optional() })
  .transform(({ zip: answered, ...place }) => ({ zip: answered, place }));

/** Zippopotam.us names no county. */
const zippopotam = z
  .object({
    "post code": zip.optional(),
    places: z
      .tuple([z.object({ "place name": text, state: part, "state abbreviation": code })])
      .rest(z.unknown()),
  })
  .transform(({ "post code": answered, places: [{ state, ...place }] }) => ({
    zip: answered,
    place: {
      city: place["place name"],
      state: place["state abbreviation"],
      state_long: state,
      county: "",
    },
  }));

/** Ziptastic calls the short name `state_short` and the long one `state`, and puts the place into a list. */
const ziptastic = z
  .object({ city: text, state: part, state_short: code, county: part, postal_code: zip.optional() })
  .transform(({ postal_code, city, state, state_short, county }) => ({
    zip: postal_code,
    place: { city, state: state_short, state_long: state, county },
  }));

const one = z.union([ziptastic, zippopotam, ours]);
const answer = z.union([
  one,
  z
    .tuple([one])
    .rest(z.unknown())
    .transform(([first]) => first),
]);

/**
 * Asks a service that answers `GET …/{zip}` in our own form (spec 7), Zippopotam's or Ziptastic's. A zip that is
 * not five digits is never put into an address.
 * @param service `template`: address with `{zip}` in it
 * @returns what the service knows of the place: any part of it may be ''
 */
export function liveZipLookup(
  callJson: CallJson,
  { template, headers }: { template: string; headers?: Record<string, string> },
  timeoutMs = 2_000,
): ZipLookup {
  return {
    async lookUp(asked): Promise<Place> {
      if (!/^\d{5}$/.test(asked)) return noPlace;
      const url = template.replaceAll("{zip}", asked);
      const call = { provider: "zip-lookup", url, headers, timeoutMs, schema: answer };
      const found = await callJson(call).catch(unlessUnknown);
      if (!found) return noPlace;
      if (found.zip !== undefined && found.zip !== asked)
        throw new ProviderFailure("garbage", "zip-lookup answered for another zip");
      return found.place;
    },
  };
}

/** Some say with the status that there is no such zip. */
function unlessUnknown(error: unknown): undefined {
  if (error instanceof ProviderFailure && error.status === 404) return undefined;
  throw error;
}
