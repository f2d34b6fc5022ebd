import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Place } from "../../../machines/rules/place.ts";
import type { ZipLookup } from "../ports.ts";
import type { ZipTable } from "./table.ts";
import { nowhere } from "./unknown.ts";

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
    if (row === undefined) return nowhere;
    const [county, stateIndex] = table.counties[table.countyOf[row]!]!;
    const [state, state_long] = table.states[stateIndex]!;
    return { city: table.cities[table.cityOf[row]!]!, state, state_long, county };
  };
}
