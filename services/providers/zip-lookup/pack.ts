/**
 * Packs GeoNames' list of postal codes into `zips.json.gz`, which is kept in the repository: 30 MB of text would be
 * installed otherwise, to be read once. For a newer one, with US.txt out of https://download.geonames.org/export/zip/US.zip:
 * `node services/providers/zip-lookup/pack.ts US.txt`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { ZipTable } from "./index.ts";

/** Gives each distinct value a number, in order of first use. */
function numbering<T>() {
  const numbers = new Map<string, number>();
  const values: T[] = [];
  const numberOf = (value: T): number => {
    const key = JSON.stringify(value);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, values.length);
    return values.push(value) - 1;
  };
  return { values, numberOf };
}

/**
 * @param source GeoNames postal lines: country, zip, city, state, state code, county, … separated by tabs
 * @returns only the zips whose city, state, state name and county are all known (spec 5.2 needs all four)
 */
export function packZips(source: string): ZipTable {
  const states = numbering<[string, string]>();
  const counties = numbering<[string, number]>();
  const cities = numbering<string>();
  const rows = new Map<number, { city: number; county: number }>();
  for (const line of source.split(/\r?\n/)) {
    const [, zip = "", city, stateName, stateCode, county] = line.split("\t");
    if (!/^\d{5}$/.test(zip) || !city || !stateName || !stateCode || !county || rows.has(Number(zip)))
      continue;
    const state = states.numberOf([stateCode, stateName]);
    rows.set(Number(zip), { city: cities.numberOf(city), county: counties.numberOf([county, state]) });
  }
  const zips = [...rows.keys()].sort((a, b) => a - b);
  return {
    states: states.values,
    counties: counties.values,
    cities: cities.values,
    steps: zips.map((zip, index) => zip - (zips[index - 1] ?? 0)),
    cityOf: zips.map((zip) => rows.get(zip)!.city),
    countyOf: zips.map((zip) => rows.get(zip)!.county),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [source = "US.txt"] = process.argv.slice(2);
  const packed = gzipSync(JSON.stringify(packZips(readFileSync(source, "utf8"))), { level: 9 });
  writeFileSync(new URL("./zips.json.gz", import.meta.url), packed);
  console.log(`zips.json.gz: ${packed.length} bytes`);
}
