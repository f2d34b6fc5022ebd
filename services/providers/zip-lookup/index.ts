import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import * as z from "zod";
import { noPlace, type Place } from "../../../machines/rules/place.ts";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { CallJson } from "../http.ts";
import type { ZipLookup } from "../ports.ts";
import type { Provider } from "../provider.ts";

const text = z.string().trim().max(100);
/** A missing part is ''; the table may know it. */
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

/** Some services use the status for an unknown zip. */
function unlessUnknown(error: unknown): undefined {
  if (error instanceof ProviderFailure && error.status === 404) return undefined;
  throw error;
}

/**
 * The packed zip table: what `pack.ts` writes.
 * Places repeat a lot, so each zip points at a city name and at a county of a state.
 * Data: GeoNames (CC BY 4.0).
 */
export type ZipTable = {
  /** Two-letter code and full name. */
  states: [code: string, name: string][];
  /** County name and index of its state. */
  counties: [name: string, state: number][];
  cities: string[];
  /** Ascending; each is the distance from the zip before it. */
  steps: number[];
  /** City and county of each zip, by index. */
  cityOf: number[];
  countyOf: number[];
};

const packed = new URL("./zips.json.gz", import.meta.url);

/** Looks zips up in the packed table, which is read once, at the first question. */
export function embeddedZipLookup(file: URL = packed): ZipLookup {
  let table: Promise<(zip: string) => Place> | undefined;
  return {
    async lookUp(zip) {
      table ??= open(file);
      return (await table)(zip);
    },
  };
}

async function open(file: URL): Promise<(zip: string) => Place> {
  const table = JSON.parse((await promisify(gunzip)(await readFile(file))).toString("utf8")) as ZipTable;
  const rowOf = new Map<number, number>();
  let zip = 0;
  for (const [row, step] of table.steps.entries()) {
    zip += step;
    rowOf.set(zip, row);
  }
  return (asked) => {
    const row = /^\d{5}$/.test(asked) ? rowOf.get(Number(asked)) : undefined;
    if (row === undefined) return noPlace;
    const [county, stateIndex] = table.counties[table.countyOf[row]!]!;
    const [state, state_long] = table.states[stateIndex]!;
    return { city: table.cities[table.cityOf[row]!]!, state, state_long, county };
  };
}

/**
 * Asks a service; the table adds what it omits for a place in the same state, or everything when it gives no answer. A
 * place with a gap left counts as none.
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

const table = embeddedZipLookup();

/**
 * The places that the table knows of ZIP codes which begin with these three digits, by their last two: it asks nobody.
 * @returns as `{"02": "Tampa, Florida"}`
 */
export async function placesOf(prefix: string): Promise<Record<string, string>> {
  const places: Record<string, string> = {};
  for (let last = 0; last < 100; last++) {
    const digits = String(last).padStart(2, "0");
    const { city, state_long } = await table.lookUp(prefix + digits);
    if (city) places[digits] = `${city}, ${state_long}`;
  }
  return places;
}

const quietMs = 60_000;

export const zipLookup: Provider<ZipLookup> = {
  name: "zip-lookup",
  words: "zip look-up",
  addresses: ({ zipLookupUrl }) => [zipLookupUrl?.replaceAll("{zip}", "00000")],
  choose({ zipLookupUrl: template, zipLookupHeaders: headers }, { callJson, withCallLog }) {
    if (!template) return { port: table, mode: "embedded", how: "packed table" };
    // The table answers for a failing service, so its failures need no line for each visitor's zip.
    const live = withCallLog(liveZipLookup(callJson, { template, headers }), { quietMs });
    return { port: completedBy(table, live), mode: "live", how: "packed table when it fails" };
  },
};
