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
  { checks = {}, known = {}, destinations = everybody } = {},
) {
  const entry = findEntry(path)!;
  const { keepsQuery } = entry.variant;
  const arrival = readArrival(path, new URLSearchParams(), "https://ads.example/", { keepsQuery });
  const context = finishedVisit(answers, { tracking: track(arrival, entry.defaults), checks });
  const visit = { arrival, facts: known };
  const state = { visit, replay: { snapshot: { context } }, path: [], log: [] } as unknown as VisitState;
  const made = { settings: readSettings({}), build: "test", now: () => noon, random: () => 0.5 };
  const caller = { sessionId: "s", ip: "192.0.2.1", userAgent: "test", timeZone: "UTC" };
  return submissionWith({ ...made, destinations })({ entry, state, caller });
}

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

it(
  "a message goes only to a destination that is there, and waits for one without settings",
  holds(334),
  () => {
    const destinations = [named("lead-prosper", false)];
    const { outbox } = submit("/survey/e", {}, { destinations });
    expect(outbox.map(({ destination, status }) => [destination, status])).toEqual([
      ["lead-prosper", "unconfigured"],
    ]);
    expect(submit("/survey/ticket", {}, { destinations }).outbox).toEqual([]);
  },
);

it("the record keeps do_not_send_to_dq whether it is posted or not", () => {
  for (const path of ["/survey/c", "/survey/v4nv"])
    expect(submit(path).lead.record).toHaveProperty("do_not_send_to_dq");
  expect(submit("/survey/c").outbox[0]?.payload).not.toHaveProperty("do_not_send_to_dq");
  expect(submit("/survey/v4nv").outbox[0]?.payload).toHaveProperty("do_not_send_to_dq");
});

it("the consent says in which language it was given, and which buyers were shown and chosen", () => {
  const { lead, consent } = submit("/survey/es");
  expect([lead.record.language, consent?.body.language]).toEqual(["en", "es"]);
  const buyers = fixedBuyers([{ name: "North Law", ids: [1] }]);
  expect(submit("/survey/v4nv-d1", {}, { checks: { buyers } }).consent?.body).toMatchObject({
    buyersShown: ["North Law"],
    buyersChosen: ["North Law"],
  });
  expect(submit("/survey/c").consent?.body).not.toHaveProperty("buyersShown");
});
