import { describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { holds } from "../../support/holds.ts";
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
const { selected, possible } = goodOutcomes.findBuyers!;
const first = { name: "", ids: [8674] };
const nobodySelected = { selected: [], possible };
const [standIn] = goodOutcomes.listBuyers;
const noDefaults = { settings: { noDefaultBuyersStates: ["CA"] } };
const nobodyNamed = { selected: [], possible: [], source: "none", timeout: "no", dq: "yes" };

describe("v4nv-1to1", () => {
  it("names the buyers who were selected", holds(322, 323), () => {
    const { way, buyers, calls } = end("v4nv-1to1");
    expect(way).toBe(named);
    const all = [first, ...possible];
    expect(buyers).toEqual({ selected, possible: all, source: "selected", timeout: "no", dq: "no" });
    expect(calls.slice(0, 5)).toEqual([
      "readDescription",
      "lookUpZip",
      "findBuyers",
      "checkEmail",
      "checkPhone",
    ]);
  });

  it("names the default buyers when nobody was selected", holds(506, 507), () => {
    const { way, buyers, calls } = end("v4nv-1to1", { outcomes: { findBuyers: nobodySelected } });
    expect(way).toBe(named);
    expect(calls).toContain("listBuyers");
    expect(buyers).toEqual({
      selected: [standIn],
      possible: [first, ...possible],
      source: "default",
      timeout: "no",
      dq: "yes",
    });
  });

  it("names nobody when nobody was selected and there are no default buyers", holds(323, 506), () => {
    const { way, buyers } = end("v4nv-1to1", { outcomes: { findBuyers: nobodySelected, listBuyers: [] } });
    expect(way).toBe(nobody);
    expect(buyers).toMatchObject({ selected: [], source: "none", dq: "yes" });
  });

  it("names nobody in a listed state, and does not ask for default buyers there", holds(323, 507), () => {
    const { way, buyers, calls } = end("v4nv-1to1", {
      outcomes: { findBuyers: nobodySelected },
      input: noDefaults,
    });
    expect(way).toBe(nobody);
    expect(calls).not.toContain("listBuyers");
    expect(buyers).toMatchObject({ selected: [], source: "none", timeout: "no", dq: "yes" });
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
      expect(buyers).toMatchObject({ selected: [standIn], possible: [], timeout: "yes", dq: "yes" });
      const listed = end("v4nv-1to1", { ...failing, input: noDefaults });
      expect(listed.way).toBe(nobody);
      expect(listed.buyers).toEqual({ ...nobodyNamed, timeout: "yes" });
    },
  );

  it("where there is nobody to ask, the default buyers are named, or nobody", holds(323, 507), () => {
    const { way, buyers } = end("v4nv-1to1", { outcomes: { findBuyers: null } });
    expect(way).toBe(named);
    expect(buyers).toEqual({ ...nobodyNamed, selected: [standIn], source: "default" });
    const none = end("v4nv-1to1", { outcomes: { findBuyers: null, listBuyers: [] } });
    expect(none.way).toBe(nobody);
    expect(none.buyers).toEqual(nobodyNamed);
  });

  it("an answer that cannot be read ends the attempt: no consent is asked for", holds(323, 505), () => {
    const { way, buyers } = end("v4nv-1to1", { outcomes: { findBuyers: { kind: "garbage" } } });
    expect(way).toBe(nobody);
    expect(buyers).toEqual(nobodyNamed);
  });

  it("an unknown zip code goes on", () => {
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

describe.each(["v4nv-d1", "v4nv-d2", "v4nv-x1"] as const)("%s", (code) => {
  it("names the buyers on its own list and asks no service", holds(128), () => {
    const { way, buyers, calls } = end(code);
    expect(way).toBe(named);
    expect(calls).not.toContain("findBuyers");
    const listed = goodOutcomes.listBuyers;
    expect(buyers).toEqual({ selected: listed, possible: listed, source: "fixed", timeout: "no", dq: "no" });
  });

  it("reads no other list", holds(128, 511), () => {
    const { machine } = variants.get(code)!;
    const [invoked] = machine.root.states.settingUpBuyers!.states.listingBuyers!.invoke;
    expect((invoked!.input as () => unknown)()).toEqual({ list: code });
  });

  it.each([[], { kind: "unavailable" as const }])("names nobody without a name: %j", holds(323), (listed) => {
    const { way, buyers } = end(code, { outcomes: { listBuyers: listed } });
    expect(way).toBe(nobody);
    expect(buyers).toEqual(nobodyNamed);
  });
});
