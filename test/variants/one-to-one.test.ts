import { describe, expect, it } from "vitest";
import { variants } from "../../machines/registry.ts";
import { holds } from "../support/holds.ts";
import { goodOutcomes } from "./good-answers.ts";
import { type Visit, walk } from "./walk.ts";

const named = "IncidentDescription ZipCode NameAndEmail PhoneAndBuyersConsent thankYou";
const nobody = "IncidentDescription ZipCode NameAndEmail PhoneAbbreviatedTCPA thankYou";
const end = (code: string, visit: Visit = {}) => {
  const { way, snapshot, calls } = walk(code, visit);
  return {
    way: way.slice(way.indexOf("IncidentDescription")),
    buyers: snapshot.context.checks.buyers,
    calls,
  };
};
const none = { selected: [], possible: goodOutcomes.findBuyers.possible };
const noDefaults = { settings: { noDefaultBuyersStates: ["CA"] } };

describe("v4nv-1to1", () => {
  it("names the buyers the service selected", holds(322), () => {
    const { way, buyers, calls } = end("v4nv-1to1");
    expect(way).toBe(named);
    expect(buyers).toEqual({ ...goodOutcomes.findBuyers, timeout: "no", consent: "yes", dq: "no" });
    expect(calls.slice(0, 5)).toEqual([
      "readDescription",
      "lookUpZip",
      "findBuyers",
      "checkEmail",
      "checkPhone",
    ]);
  });

  it("names the default buyers when the service selects nobody", holds(506, 507), () => {
    const { way, buyers } = end("v4nv-1to1", { outcomes: { findBuyers: none } });
    expect(way).toBe(named);
    expect(buyers).toMatchObject({ timeout: "no", consent: "yes", dq: "yes", possible: none.possible });
    expect(buyers?.selected.flatMap(({ ids }) => ids)).toEqual([40747, 40745]);
  });

  it("names nobody in a listed state", holds(323, 507), () => {
    const { way, buyers } = end("v4nv-1to1", { outcomes: { findBuyers: none }, input: noDefaults });
    expect(way).toBe(nobody);
    expect(buyers).toEqual({
      selected: [],
      possible: none.possible,
      timeout: "no",
      consent: "no",
      dq: "yes",
    });
  });

  it("still names selected buyers in a listed state", () => {
    expect(end("v4nv-1to1", { input: noDefaults }).way).toBe(named);
  });

  it.each(["timeout", "unavailable", "refused"] as const)(
    "%s counts as a timeout with empty lists",
    holds(504),
    (kind) => {
      const failing = { outcomes: { findBuyers: { kind } } };
      const { way, buyers } = end("v4nv-1to1", failing);
      expect(way).toBe(named);
      expect(buyers).toMatchObject({ possible: [], timeout: "yes", consent: "yes", dq: "yes" });
      const listed = end("v4nv-1to1", { ...failing, input: noDefaults });
      expect(listed.way).toBe(nobody);
      expect(listed.buyers).toMatchObject({ selected: [], timeout: "yes", consent: "no", dq: "yes" });
    },
  );

  it("an answer that cannot be read ends the attempt: no consent is asked for", holds(323, 505), () => {
    const { way, buyers } = end("v4nv-1to1", { outcomes: { findBuyers: { kind: "garbage" } } });
    expect(way).toBe(nobody);
    expect(buyers).toEqual({ selected: [], possible: [], timeout: "no", consent: "no", dq: "yes" });
  });

  it("an unknown zip code goes on", holds(172), () => {
    const { way } = end("v4nv-1to1", { outcomes: { lookUpZip: { kind: "unavailable" } } });
    expect(way).toBe(named);
  });

  it("asks for another phone number on either last step", () => {
    const refused = { ...goodOutcomes.checkPhone, line_type: "Toll Free" };
    const { snapshot } = walk("v4nv-1to1", { outcomes: { checkPhone: refused } });
    expect(snapshot.value).toEqual({ PhoneAndBuyersConsent: "asking" });
    const { snapshot: other } = walk("v4nv-1to1", {
      outcomes: { checkPhone: refused, findBuyers: { kind: "garbage" } },
    });
    expect(other.value).toEqual({ PhoneAbbreviatedTCPA: "asking" });
  });
});

describe.each([
  ["v4nv-d1", [[1, 2, 3]]],
  [
    "v4nv-d2",
    [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
      [10, 11, 12],
      [13, 14, 15],
    ],
  ],
  ["v4nv-x1", [[1]]],
])("%s", (code, ids) => {
  it("names its fixed buyers and asks no service", holds(128, 511, 512), () => {
    const { way, buyers, calls } = end(code);
    expect(way).toBe(named);
    expect(calls).not.toContain("findBuyers");
    expect(buyers).toMatchObject({ timeout: "no", consent: "yes", dq: "no" });
    expect(buyers?.selected.map((buyer) => buyer.ids)).toEqual(ids);
    expect(buyers?.possible).toEqual(buyers?.selected);
  });

  it("declares them beside its chart too", holds(511), () => {
    expect(variants.get(code)!.buyers).toEqual(end(code).buyers?.selected);
  });
});
