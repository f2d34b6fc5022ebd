import { expect, test } from "vitest";
import { dayNumber } from "../../../services/analytics/days.ts";
import { csvCosts } from "../../../services/outcomes/csv-costs.ts";

const day = dayNumber("2026-01-31");

test("a line is a sum, or clicks and the price of each", () => {
  const { rows, faults } = csvCosts(
    "day,survey,affiliate,sub_id,cost_cents,clicks,cents_per_click\n2026-01-31,c,7,news,4500,,\n\n2026-01-31,c,9,,,33,12.5\n2026-01-31,v7,8,,,2,10\n",
  );
  expect(faults).toEqual([]);
  expect(rows).toEqual([
    { line: 2, row: { day, variant: "c", affiliate: "7", subId: "news", cents: 4500 } },
    { line: 4, row: { day, variant: "c", affiliate: "9", subId: "", cents: 413 } },
    { line: 5, row: { day, variant: "v7", affiliate: "8", subId: "", cents: 20 } },
  ]);
});

const one = "must be given, or clicks and cents_per_click in its place";
test.each([
  ["", ["day", "survey", "affiliate"].map((name) => `line 1, column ${name}: is missing`)],
  [
    "day;survey;affiliate;cost_cents\n2026-01-31;c;7;1\n",
    ["line 1, column day;survey;affiliate;cost_cents: has semicolons where the commas must be"],
  ],
  [
    "day,survey,afiliate,cost\n",
    [
      "line 1, column afiliate: is unknown; did you mean affiliate?",
      "line 1, column cost: is unknown",
      "line 1, column affiliate: is missing",
    ],
  ],
  [
    "day,survey,affiliate,sub_id,cost_cents\n31.1.2026,xx,jane@example.com,a b,45.00\n",
    [
      "line 2, column day: must be a day such as 2026-01-31",
      "line 2, column survey: must be the code of a survey, such as c",
      "line 2, column affiliate: must be an affiliate id of letters, digits and _ . -",
      "line 2, column sub_id: must be a sub id of letters, digits and _ . -",
      "line 2, column cost_cents: must be a whole number of cents, such as 4500",
    ],
  ],
  [
    "day,survey,affiliate,cost_cents,clicks,cents_per_click\n2026-01-31,c,7,,,\n2026-01-31,c,8,1,2,3\n2026-01-31,c,9,,2,\n2026-01-31,c,9,1,2,\n2026-01-31,c,9,,-2,x\n",
    [
      ...[2, 3, 4, 5].map((line) => `line ${line}, column cost_cents: ${one}`),
      "line 6, column clicks: must be a whole number",
      "line 6, column cents_per_click: must be a number of cents, such as 37.5",
    ],
  ],
  [
    "day,survey,affiliate,cost_cents\n2026-01-31,c,7,1\n2026-01-31,c,7,2\n",
    ["line 3, column day: is that of line 2, for the same source"],
  ],
])("says where %j is wrong", (text, faults) => {
  expect(csvCosts(text).faults).toEqual(faults);
});
