import { describe, expect, test } from "vitest";
import { flaggedSteps, localizedSteps } from "../../../app/survey/server/localized-steps.ts";
import type { Topic } from "../../../machines/messages/wording.ts";
import { findEntry } from "../../../machines/registry.ts";
import { pageFlags } from "../../../machines/rules/page-flags.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { messagesIn } from "../../../services/words/index.ts";
import { languages } from "../../../services/words/languages.ts";
import { holds } from "../../support/holds.ts";
import { company } from "./screen-fixture.ts";

type About = { first?: string; topic?: Topic; language?: Language };

function stepsOf(path: string, flags: string, { first, topic = "accident", language = "en" }: About = {}) {
  const plain = localizedSteps(findEntry(path)!.variant, language, company);
  return {
    plain,
    flagged: flaggedSteps(
      plain,
      { flags: pageFlags(flags), language, topic, first },
      messagesIn(language).pages.flags,
    ),
  };
}

test("without flags nothing is added to the steps' own words", () => {
  const { plain, flagged } = stepsOf("/survey/c", "");
  for (const [name, step] of Object.entries(flagged)) {
    expect(step.header).toBeUndefined();
    expect(step.submit).toBe(plain[name]!.submit);
  }
});

describe.each(languages)("headers in %s", (language) => {
  const words = messagesIn(language).pages.flags;
  const all = "firstQuestionHeader,findMeALawyer,matchWithLawyer";
  const headers = (path: string, flags: string, about: About) => {
    const steps = Object.entries(stepsOf(path, flags, { ...about, language }).flagged);
    return Object.fromEntries(steps.flatMap(([name, { header }]) => (header ? [[name, header]] : [])));
  };

  test("visitors who land on a question are told what this is, where nothing else is above it", () => {
    const about = { first: "WhenWasTheAccident", topic: "accident" } as const;
    expect(headers("/survey/c", "", about)).toEqual({ WhenWasTheAccident: words.landing.accident });
    expect(headers("/survey/ticket", "", { first: "StartTicketFlow", topic: "ticket" })).toEqual({});
  });

  test.each([
    ["/survey/c", { first: "WhenWasTheAccident", topic: "accident" }],
    ["/survey/ticket", { first: "StartTicketFlow", topic: "ticket" }],
  ] as const)("%s has one for the first, the last and all others", holds(376, 377, 378), (path, about) => {
    const { [about.first]: first, PhoneAndZip: last, ...others } = headers(path, all, about);
    expect(first).toBe(words.firstQuestion[about.topic]);
    expect(last).toBe(words.findMeALawyer);
    expect(Object.values(others).length).toBeGreaterThan(4);
    expect(new Set(Object.values(others))).toEqual(new Set([words.matchWithLawyer]));
  });

  test.each([
    ["firstQuestionHeader", ["WhenWasTheAccident"]],
    ["findMeALawyer", ["WhenWasTheAccident", "PhoneAndZip"]],
  ])("%s alone leaves the headers on %s alone", holds(376, 377, 378), (flag, names) => {
    expect(Object.keys(headers("/survey/c", flag, { first: "WhenWasTheAccident" }))).toEqual(names);
  });

  test("benefits mention no lawyer, and a last screen has no header", () => {
    const about = { first: "SelectAgeGroup", topic: "benefits" } as const;
    expect(headers("/survey/benefits", all, about)).toEqual({
      SelectAgeGroup: words.firstQuestion.benefits,
    });
    expect(headers("/survey/one-page", all, {}).Disqualified).toBeUndefined();
  });
});

describe.each(["v1", "v2"] as const)("call to action %s", (version) => {
  test.each([
    ["/survey/c", "NameAndEmail"],
    ["/survey/b", "SocialDropPII"],
    ["/survey/progress-bar", "EmailAndName"],
  ])("of %s is shown on %s alone", holds(382), (path, name) => {
    const { plain, flagged } = stepsOf(path, `nameAndEmailCta:${version}`);
    const changed = Object.keys(plain).filter((each) => flagged[each]!.submit !== plain[each]!.submit);
    expect(changed).toEqual([name]);
    expect(flagged[name]!.submit).toBe(messagesIn("en").pages.flags.nameAndEmailCta[version]);
  });

  test("never renames a button that the consent mentions", holds(382), () => {
    const { plain, flagged } = stepsOf("/survey/one-page", `nameAndEmailCta:${version}`);
    expect(flagged.OnePageSurvey!.submit).toBe(plain.OnePageSurvey!.submit);
  });
});
