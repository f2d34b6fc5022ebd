import { expect, it } from "vitest";
import type { FileCell, FileColumn } from "../../../services/table-files/formats.ts";
import { tableFormats } from "../../../services/table-files/formats.ts";
import { parseCsv } from "../../support/csv.ts";
import { readParquet } from "../../support/parquet.ts";

const columns: FileColumn[] = [
  { name: "place", kind: "text" },
  { name: "sessions", kind: "count" },
  { name: "share", kind: "number" },
  { name: "simulated", kind: "isSo" },
  { name: "at", kind: "moment" },
  { name: "day", kind: "day" },
  { name: "places", kind: "texts" },
  { name: "times", kind: "numbers" },
  { name: "share", kind: "number" },
];
const noon = Date.UTC(2026, 10, 24, 12);
const rows: FileCell[][] = [
  ["Año, “x”", 3, 0.25, true, noon, 20_781, ["HasLawyer", "thankYou"], [1.2, 90], 1],
  ["=1+1", 0, 12.5, false, noon + 1, 0, [], [], 2],
  ["nobody", null, null, null, null, null, null, null, null],
];

function bytesOf(format: keyof typeof tableFormats, groups: FileCell[][][]): Uint8Array {
  const file = tableFormats[format].begin(columns);
  return Buffer.concat([...groups.map((group) => file.add(group)), file.end()]);
}

it("Parquet has each value in its own type, and one row group for each call of add", async () => {
  const read = await readParquet(bytesOf("parquet", [rows.slice(0, 2), [], rows.slice(2)]));
  expect(read.columns.map(({ type }) => type)).toEqual([
    "UTF8",
    "INT32",
    "DOUBLE",
    "BOOLEAN",
    "TIMESTAMP_MILLIS",
    "DATE",
    "LIST UTF8",
    "LIST DOUBLE",
    "DOUBLE",
  ]);
  expect(read.columns.at(-1)!.name).toBe("share (2)");
  expect(read.groups).toEqual([2, 1]);
  expect(read.rows.map((row) => Object.values(row).map((value) => value ?? null))).toEqual([
    [
      "Año, “x”",
      3,
      0.25,
      true,
      new Date(noon),
      new Date("2026-11-24"),
      ["HasLawyer", "thankYou"],
      [1.2, 90],
      1,
    ],
    ["=1+1", 0, 12.5, false, new Date(noon + 1), new Date("1970-01-01"), [], [], 2],
    rows[2],
  ]);
});

it("CSV has the same values as text, its header once, and formulas disarmed", () => {
  const lines = parseCsv(Buffer.from(bytesOf("csv", [rows.slice(0, 1), rows.slice(1)])).toString());
  expect(lines).toEqual([
    columns.map(({ name }) => name),
    [
      ...["Año, “x”", "3", "0.25", "true", "2026-11-24T12:00:00.000Z", "2026-11-24"],
      ...["HasLawyer thankYou", "1.2 90", "1"],
    ],
    ["'=1+1", "0", "12.5", "false", "2026-11-24T12:00:00.001Z", "1970-01-01", "", "", "2"],
    ["nobody", ...Array(8).fill("")],
  ]);
});

it("a table without rows is a valid file too", async () => {
  expect((await readParquet(bytesOf("parquet", [])))!.columns).toHaveLength(9);
  expect(parseCsv(Buffer.from(bytesOf("csv", [])).toString())).toEqual([columns.map(({ name }) => name)]);
});
