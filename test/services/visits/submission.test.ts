import { describe, expect, it } from "vitest";
import type { Answers } from "../../../machines/answers.ts";
import { readArrival, track } from "../../../machines/lead/tracking.ts";
import { findEntry } from "../../../machines/registry.ts";
import { fixedBuyers } from "../../../machines/rules/one-to-one.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import type { Destination } from "../../../services/providers/ports.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { submissionWith } from "../../../services/visits/submission.ts";
import { finishedVisit } from "../../machines/lead/finished-visit.ts";
import { holds } from "../../support/holds.ts";
import { noon } from "../../support/lead-facts.ts";

const named = (name: string, configured = true): Destination => ({
  name,
  configured,
  firstRetryMs: 1,
  deliver: () => Promise.reject(new Error("nothing is sent here")),
});
const everybody = ["lead-prosper", "distribution", "transformed-lead", "ticket-lead"].map((name) =>
  named(name),
);

function submit(
  path: string,
  answers: Answers = {},
  { query = "", checks = {}, known = {}, destinations = everybody, env = {} } = {},
) {
  const entry = findEntry(path)!;
  const { keepsQuery } = entry.variant;
  const arrival = readArrival(path, new URLSearchParams(query), "https://ads.example/", { keepsQuery });
  const context = finishedVisit(answers, { tracking: track(arrival, entry.defaults), checks });
  const state = {
    visit: { arrival, facts: known },
    replay: { snapshot: { context } },
    path: [],
    log: [],
  } as unknown as VisitState;
  const make = submissionWith({
    settings: readSettings(env),
    build: "test",
    destinations,
    now: () => noon,
    random: () => 0.5,
  });
  const caller = { sessionId: "s", ip: "192.0.2.1", userAgent: "test", timeZone: "UTC" };
  return make({ entry, state, caller });
}
const queryOf = (location: string) =>
  Object.fromEntries(new URL(location, "https://site.example").searchParams);

describe.each(["gpc", "do-not-sell"] as const)("a visitor who has opted out by %s", (by) => {
  const known = {
    optOut: { by },
    certificates: { trustedFormUrl: `https://cert.trustedform.com/${"a".repeat(40)}`, leadidToken: "" },
  };
  it.each([
    ["/survey/e", ["lead-prosper"]],
    ["/survey/f", ["lead-prosper"]],
    ["/survey/ticket", ["ticket-lead"]],
  ])("is received as the consent says: %s by %j", (path, expected) => {
    const destinations = [...everybody, named("trustedform-certificate"), named("bad-words")];
    const answers = { case_description: "They promised a gift card after the crash." };
    expect(submit(path, answers, { destinations }).outbox.length).toBeGreaterThanOrEqual(expected.length);
    const { outbox } = submit(path, answers, { destinations, known });
    expect(outbox.map(({ destination }) => destination)).toEqual(expected);
  });

  it("has that on record with the consent, and not in the lead", () => {
    const { consent, lead } = submit("/survey/c", {}, { known });
    expect(consent?.body).toMatchObject({ optOut: by });
    expect(JSON.stringify(lead.record)).not.toMatch(/opt_?out|gpc/i);
    expect(submit("/survey/c").consent?.body).not.toHaveProperty("optOut");
  });
});

describe("who receives it", () => {
  it.each([
    ["/survey/c", ["lead-prosper"]],
    ["/survey/e", ["lead-prosper", "distribution"]],
    ["/survey/f", ["lead-prosper", "transformed-lead"]],
    ["/survey/ticket", ["ticket-lead"]],
    ["/survey/one-page", ["lead-prosper"]],
    ["/survey/multi-step", ["lead-prosper"]],
    ["/survey/v4nv", ["lead-prosper"]],
  ])("%s: %j", holds(474), (path, expected) => {
    expect(submit(path).outbox.map(({ destination }) => destination)).toEqual(expected);
  });

  it("only a destination that is there, and one without settings waits for them", holds(334), () => {
    const destinations = [named("lead-prosper", false)];
    const { outbox } = submit("/survey/e", {}, { destinations });
    expect(outbox.map(({ destination, status }) => [destination, status])).toEqual([
      ["lead-prosper", "unconfigured"],
    ]);
    expect(submit("/survey/ticket", {}, { destinations }).outbox).toEqual([]);
  });
});

describe("the record", () => {
  it("is the variant's", holds(187, 206, 266, 319), () => {
    expect(submit("/survey/vw3").lead.record.accident_type).toBe("Car Accident");
    expect(submit("/survey/v4nv-ep").lead.record.accident_type).toBe("Car Accident");
    expect(submit("/survey/e").lead.record.landing_page_url).toBe("http://localhost:3000/survey/e");
    const answers = { accident_date_button: undefined, injury_year: "2024" };
    expect(submit("/survey/one-page", answers).lead.record.incident_date).toBe("2024-01-01");
    expect(submit("/survey/c").lead.record.incident_date).toBe("2025-05-01");
  });

  it("says en of every survey's language, and the consent says which it was", holds(193, 516), () => {
    const { lead, consent } = submit("/survey/es");
    expect([lead.record.language, consent?.body.language]).toEqual(["en", "es"]);
    expect(submit("/survey/c").lead.record.language).toBe("en");
  });

  it("holds the consent as tcpa word for word as it is kept", holds(189), () => {
    for (const path of ["/survey/c", "/survey/es", "/survey/ticket"]) {
      const { lead, consent } = submit(path);
      expect(lead.record.tcpa).toBe(consent?.body.text);
      expect(lead.record.tcpa).toMatch(/STOP/);
    }
  });

  it("keeps do_not_send_to_dq whether it is posted or not", () => {
    for (const path of ["/survey/c", "/survey/v4nv"]) {
      expect(submit(path).lead.record).toHaveProperty("do_not_send_to_dq");
    }
    expect(submit("/survey/c").outbox[0]?.payload).not.toHaveProperty("do_not_send_to_dq");
    expect(submit("/survey/v4nv").outbox[0]?.payload).toHaveProperty("do_not_send_to_dq");
  });

  it.each([
    [true, "test"],
    [false, ""],
  ])("says what its buyer is posted, a test (%s) or not", holds(510), (isTest, expected) => {
    const others = everybody.map((each) => ({ ...each, isTest: !isTest }));
    const with_ = (name: string) => [
      { ...named(name), isTest },
      ...others.filter((each) => each.name !== name),
    ];
    const lead = submit("/survey/c", {}, { destinations: with_("lead-prosper") });
    const ticket = submit("/survey/ticket", {}, { destinations: with_("ticket-lead") });
    for (const {
      lead: { record },
      outbox,
    } of [lead, ticket]) {
      expect(record.lp_action).toBe(expected);
      expect(outbox[0]?.payload.lp_action).toBe(expected);
    }
  });
});

describe("the thank-you address", () => {
  it("says the affiliate that a prior offence leaves", () => {
    const { lead } = submit(
      "/survey/dui",
      { prior_alcohol_related_offense: "yes" },
      { query: "affid=252&oid=86" },
    );
    expect(queryOf(lead.location).affid).toBe("1");
    expect(lead.record).toMatchObject({ affid: "1", original_affid: "252", original_oid: "86" });
  });

  it.each([
    ["/survey/ticket", { utm: "x", affid: "9", sub_id: "1" }],
    ["/survey/one-page", { utm: "x", affid: "9" }],
    ["/survey/multi-step", { utm: "x", affid: "9", referer: "https://ads.example/" }],
    ["/survey/es", { lang: "es", affid: "9" }],
  ])("of %s says %j", holds(132, 155, 156, 158, 159), (path, expected) => {
    const query = queryOf(submit(path, {}, { query: "utm=x&affid=9&q=y&email=eve" }).lead.location);
    expect(query).toMatchObject({ ...expected, email: "" });
    expect(query.utm).toBe("utm" in expected ? "x" : undefined);
  });

  it("says the meter's level only to who is shown the meter", holds(154), () => {
    const cl = (query: string, known = {}) =>
      queryOf(submit("/survey/c", {}, { query, known }).lead.location).cl;
    expect(cl("show-meter=yes", { compensation: { level: 4 } })).toBe("4");
    expect(cl("", { compensation: { level: 4 } })).toBeUndefined();
    expect(cl("show-meter=yes")).toBeUndefined();
  });
});

it("the consent says which buyers were shown and chosen", () => {
  const buyers = fixedBuyers([{ name: "North Law", ids: [1] }]);
  expect(submit("/survey/v4nv-d1", {}, { checks: { buyers } }).consent?.body).toMatchObject({
    buyersShown: ["North Law"],
    buyersChosen: ["North Law"],
  });
  expect(submit("/survey/c").consent?.body).not.toHaveProperty("buyersShown");
});
