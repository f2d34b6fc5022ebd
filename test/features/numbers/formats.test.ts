import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FileCell, type FileColumn, tableFormats } from "../../../services/features/numbers/formats.ts";
import { csvCell, csvLine, spreadsheetLine } from "../../../services/providers/csv.ts";
import { holds } from "../../support/holds.ts";
import { parseCsv, readParquet } from "../../support/tables.ts";

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

describe("a table in a file", () => {
  it("Parquet keeps each value's type, and has one row group for each call of add", async () => {
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

  it("CSV has the same values as text, one header, and disarmed formulas", () => {
    const lines = parseCsv(Buffer.from(bytesOf("csv", [rows.slice(0, 1), rows.slice(1)])).toString());
    expect(lines).toEqual([
      columns.map(({ name }) => name),
      [
        "Año, “x”",
        "3",
        "0.25",
        "true",
        "2026-11-24T12:00:00.000Z",
        "2026-11-24",
        "HasLawyer thankYou",
        "1.2 90",
        "1",
      ],
      ["'=1+1", "0", "12.5", "false", "2026-11-24T12:00:00.001Z", "1970-01-01", "", "", "2"],
      ["nobody", ...Array(8).fill("")],
    ]);
  });

  it("a table without rows is a valid file too", async () => {
    expect((await readParquet(bytesOf("parquet", [])))!.columns).toHaveLength(9);
    expect(parseCsv(Buffer.from(bytesOf("csv", [])).toString())).toEqual([columns.map(({ name }) => name)]);
  });
});

/** An independent reader of RFC 4180. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text;
  while (rest !== "") {
    const quoted = /^"((?:[^"]|"")*)"(,|\r\n)/.exec(rest);
    const plain = /^([^",\r\n]*)(,|\r\n)/.exec(rest);
    const found = quoted ?? plain;
    if (!found) throw new Error(`not RFC 4180: ${JSON.stringify(rest.slice(0, 50))}`);
    row.push(quoted ? found[1]!.replaceAll('""', '"') : found[1]!);
    if (found[2] === "\r\n") {
      rows.push(row);
      row = [];
    }
    rest = rest.slice(found[0].length);
  }
  return rows;
}

const danger = ["=", "+", "-", "@", "\t", "\r", "\n", "\0"];
const nasty = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.tuple(fc.constantFrom(...danger, '"', ",", " "), fc.string()).map(([first, more]) => first + more),
);

describe("a cell of CSV", () => {
  it("any text comes back unchanged, but never as a formula", holds("T17", "T25"), () => {
    fc.assert(
      fc.property(fc.array(fc.array(nasty, { minLength: 1 }), { minLength: 1 }), (rows) => {
        const read = parse(rows.map(csvLine).join(""));
        expect(read.map((cells) => cells.length)).toEqual(rows.map((cells) => cells.length));
        rows.forEach((cells, y) => {
          cells.forEach((text, x) => {
            const cell = read[y]![x]!;
            const kept = text.replace(/(?![\t\r\n])\p{Cc}/gu, " ");
            expect(cell.replaceAll("'", "")).toBe(kept.replaceAll("'", ""));
            if (!/^-\d+(\.\d+)?$/.test(cell)) expect(danger).not.toContain(cell.slice(0, 1));
            expect(cell).not.toMatch(/[;\t\r\n][=+\-@\uff1d]|(?![\t\r\n])\p{Cc}/u);
          });
        });
      }),
      { numRuns: 200 },
    );
  });

  it("a formula after a semicolon, or in full-width characters, is text", holds("T25", "T46"), () => {
    expect(csvCell("x;=1+1")).toBe(`"x;'=1+1"`);
    expect(csvCell("\uff1d1+1")).toBe("'\uff1d1+1");
    expect(csvCell("a\u009b31m")).toBe("a 31m");
    expect(csvCell("plain; text")).toBe('"plain; text"');
  });

  it(
    "numbers and lists are unchanged, missing values are empty, and only text can be a formula",
    holds("T25"),
    () => {
      expect(csvCell(-5)).toBe("-5");
      expect(csvCell("-5")).toBe("-5");
      expect(csvCell("-5+1")).toBe("'-5+1");
      expect(csvCell(true)).toBe("true");
      expect(csvCell(null)).toBe("");
      expect(csvCell(undefined)).toBe("");
      expect(csvCell(["a", "b"])).toBe('"[""a"",""b""]"');
    },
  );

  it("a line for a spreadsheet keeps digit texts, and disarms formulas only", () => {
    const texts = ["02138", "(213) 555-0142", "2026-11-21", "1e5", "12:30", 7, "a 1", '1"+1', "=1", ""];
    expect(spreadsheetLine(texts)).toBe(
      `"=""02138""","=""(213) 555-0142""","=""2026-11-21""","=""1e5""","=""12:30""",7,a 1,"1""+1",'=1,\r\n`,
    );
    fc.assert(
      fc.property(nasty, (text) => {
        const [[cell = ""] = []] = parse(spreadsheetLine([text]));
        expect(cell).toMatch(/^(?:[^=+\-@\t\r\n]|="[\d e().,:/-]+"$|$)/i);
      }),
    );
  });
});
