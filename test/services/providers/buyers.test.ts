import { describe, expect, test } from "vitest";
import { liveBuyers } from "../../../services/providers/buyers/live.ts";
import { answered } from "./stubbed.ts";

describe("an answer of odd shape", () => {
  const one = { name: "Firm One", ids: [1] };
  const found = (body: unknown) => answered({ body }, (...to) => liveBuyers(...to, 5_000).find({}));

  test.each<[string, unknown, object]>([
    ["ids as text", { name: "Firm Two", ids: ["2", " 3"] }, { name: "Firm Two", ids: [2, 3] }],
    ["a single id", { name: "Firm Two", id: "2" }, { name: "Firm Two", ids: [2] }],
    ["a single number for ids", { name: "Firm Two", ids: 2 }, { name: "Firm Two", ids: [2] }],
    [
      "an id among others that is none",
      { name: "Firm Two", ids: [2, "x", null] },
      { name: "Firm Two", ids: [2] },
    ],
  ])("is read as far as it can be: %s", async (_, odd, read) => {
    expect(await found({ selectedBuyers: [odd, one], allPossibleBuyers: [odd] })).toEqual({
      selected: [read, one],
      possible: [read],
    });
  });

  test.each([
    { name: "", ids: [2] },
    { ids: [2] },
    { name: "Firm Two", ids: [] },
    { name: "Firm Two" },
    "Firm Two",
    null,
  ])("loses the buyer that cannot be read, and no other: %j", async (odd) =>
    expect(await found({ selectedBuyers: [odd, one], allPossibleBuyers: [one, odd] })).toEqual({
      selected: [one],
      possible: [one],
    }),
  );

  test("that selects only what cannot be read has named nobody", async () =>
    expect(await found({ selectedBuyers: [{ name: "Firm" }] })).toMatchObject({ kind: "garbage" }));
});
