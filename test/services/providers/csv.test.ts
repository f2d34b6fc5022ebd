import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell, csvLine, spreadsheetLine } from "../../../services/providers/csv.ts";
import { holds } from "../../support/holds.ts";

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

test("any text comes back as it was, but never as a formula", holds("T17", "T25"), () => {
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

test("a formula after a semicolon, or in full width, is text", holds("T25", "T46"), () => {
  expect(csvCell("x;=1+1")).toBe(`"x;'=1+1"`);
  expect(csvCell("\uff1d1+1")).toBe("'\uff1d1+1");
  expect(csvCell("a\u009b31m")).toBe("a 31m");
  expect(csvCell("plain; text")).toBe('"plain; text"');
});

test("numbers, lists and nothing", holds("T25"), () => {
  expect(csvCell(-5)).toBe("-5");
  expect(csvCell("-5")).toBe("-5");
  expect(csvCell("-5+1")).toBe("'-5+1");
  expect(csvCell(true)).toBe("true");
  expect(csvCell(null)).toBe("");
  expect(csvCell(undefined)).toBe("");
  expect(csvCell(["a", "b"])).toBe('"[""a"",""b""]"');
});

test("a line for a spreadsheet keeps texts of digits, and nothing else is a formula", () => {
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
