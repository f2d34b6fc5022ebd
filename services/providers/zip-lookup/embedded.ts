import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { noPlace, type Place } from "../../../machines/rules/place.ts";
import type { ZipLookup } from "../ports.ts";

/**
 * The packed zip table: what `pack.ts` writes and `embedded.ts` reads.
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
