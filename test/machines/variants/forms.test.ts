import { describe, expect, it } from "vitest";
import { noPlace } from "../../../machines/rules/place.ts";
import { holds } from "../../support/holds.ts";
import { goodOutcomes } from "./good-answers.ts";
import { type Visit, walk } from "./walk.ts";

describe("one-page survey", () => {
  const page = (answers: Record<string, string>, outcomes: Visit["outcomes"] = {}, path?: string) =>
    walk("one-page", { answers: { OnePageSurvey: { ...plain, ...answers } }, outcomes, path });
  const plain = {
    firstName: "Ana",
    email: "ana@example.com",
    phone: "(213) 555-0123",
    zip_code: "90210",
    injury_year: "2025",
    with_Lawyer: "no",
  };
  const badEmail = { valid: false, disposable: false, timesBadBefore: 0 };
  const fraud = { ...goodOutcomes.checkPhone, fraud_score: 86 };

  it("makes every check before it posts", holds(327, 356), () => {
    expect(page({}).calls).toEqual(["checkEmail", "lookUpZip", "checkPhone", "exchangeLeadData", "postLead"]);
    expect(page({}).way).toBe("OnePageSurvey thankYou");
  });

  it("shows all that is wrong at once, and posts nothing", holds(325, 394), () => {
    const { snapshot, calls } = page({}, { checkEmail: badEmail, lookUpZip: noPlace, checkPhone: fraud });
    expect(snapshot.value).toEqual({ OnePageSurvey: "asking" });
    expect(snapshot.context.errors).toEqual({
      email: "emailRefused",
      zip_code: "zipUnknown",
      phone: "phoneRefused",
    });
    expect(calls).toEqual(["checkEmail", "lookUpZip", "checkPhone"]);
  });

  it.each([
    ["e-mail", { checkEmail: badEmail }, "email"],
    ["zip code", { lookUpZip: noPlace }, "zip_code"],
    ["zip code without a county", { lookUpZip: { ...goodOutcomes.lookUpZip, county: "" } }, "zip_code"],
    ["zip look-up", { lookUpZip: { kind: "unavailable" as const } }, "zip_code"],
    ["phone number", { checkPhone: fraud }, "phone"],
    [
      "phone number that is not active",
      { checkPhone: { ...goodOutcomes.checkPhone, active: false } },
      "phone",
    ],
  ])("a failing %s alone keeps the page", holds(396, 397, 399, 443), (_, outcomes, field) => {
    const { snapshot } = page({}, outcomes);
    expect(Object.keys(snapshot.context.errors)).toEqual([field]);
    expect(snapshot.value).toEqual({ OnePageSurvey: "asking" });
  });

  it("takes silence of the e-mail and phone checks for consent", holds(451), () => {
    const { way, snapshot } = page({}, { checkEmail: { kind: "timeout" }, checkPhone: { kind: "timeout" } });
    expect(way).toBe("OnePageSurvey thankYou");
    expect(snapshot.context.checks).toMatchObject({
      email: "unchecked",
      phone: { valid: true, active: true, unchecked: true },
    });
  });

  it("lets active numbers through at /survey/v5, which records none as active", holds(443), () => {
    const { way, snapshot } = page({}, {}, "/survey/v5");
    expect(way).toBe("OnePageSurvey thankYou");
    expect(snapshot.context.checks.phone).toEqual({ valid: true, active: false, unchecked: false });
  });

  it.each([
    ["with_Lawyer yes", { with_Lawyer: "yes" }, "OnePageSurvey Disqualified"],
    ["30 months in a state of two years", { injury_year: "2022" }, "OnePageSurvey Disqualified"],
    ["17 months in a state of two years", { injury_year: "2024" }, "OnePageSurvey thankYou"],
  ])("%s", holds(326, 327, 405), (_, answers, way) => {
    expect(page(answers).way).toBe(way);
    expect(page(answers).calls).toContain("postLead");
  });
});

describe("multi-step survey", () => {
  it(
    "looks up the zip code in its second form and checks the e-mail, not the phone, in its third",
    holds(329, 418),
    () => {
      expect(walk("multi-step").calls).toEqual([
        "lookUpZip",
        "checkEmail",
        "checkGibberish",
        "exchangeLeadData",
        "postLead",
      ]);
    },
  );

  it("always goes on to the thank-you page", holds(330), () => {
    const { way } = walk("multi-step", { outcomes: { checkGibberish: { is_gibberish: true } } });
    expect(way).toMatch(/thankYou$/);
  });
});

describe("ticket flow", () => {
  it("announces nothing before its post", holds(333), () => {
    const calls = ["checkEmail", "lookUpZip", "checkPhone", "checkGibberish", "postLead"];
    expect(walk("ticket").calls).toEqual(calls);
  });

  it("thanks nobody whose ticket is not stored", holds(334), () => {
    const { snapshot } = walk("ticket", { outcomes: { postLead: { kind: "unavailable" } } });
    expect(snapshot.value).toEqual({ submitting: "unsent" });
  });
});

describe("benefits flow", () => {
  it("asks no service and posts nothing", holds(337), () => {
    expect(walk("benefits").calls).toEqual([]);
  });
});
