import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { ScreenState } from "../../../app/survey/screen/page-data.ts";
import { SurveyScreen } from "../../../app/survey/screen/survey-screen.tsx";
import { localize } from "../../../app/survey/server/localized-steps.ts";
import { parseAnswer } from "../../../machines/fields.ts";
import { wording } from "../../../machines/messages/index.ts";
import { nextSteps } from "../../../machines/messages/next-steps.ts";
import type { Topic } from "../../../machines/messages/wording.ts";
import { type StepName, steps } from "../../../machines/steps/index.ts";
import { type Language, languages } from "../../../machines/steps/step.ts";
import { holds } from "../../support/holds.ts";
import { company, pageAt, trackerOf } from "./screen-fixture.ts";

function render(name: StepName, screen: Partial<ScreenState> = {}, language: Language = "en") {
  const data = {
    ...pageAt(name, screen),
    language,
    steps: { [name]: localize(steps[name], language, company) },
  };
  return renderToString(<SurveyScreen data={data} words={wording(language)} />);
}
const tags = (html: string, name: string) => html.match(new RegExp(`<${name}\\b[^>]*>`, "g")) ?? [];
const names = (html: string) =>
  [...html.matchAll(/<(?:input|select|textarea)\b[^>]*\sname="([^"]+)"/g)].map(([, name]) => name);
const unescaped = (html: string) => html.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

describe.each(Object.keys(steps) as StepName[])("the screen of %s", (name) => {
  const today = { year: 2025, month: 6, day: 15 };
  const judged = parseAnswer(steps[name], {}, today);
  const errors = judged.ok || steps[name].kind === "end" ? {} : judged.errors;
  const html = render(name, { errors, buyers: ["Firm"], waiting: "checking", notice: "saveFailed" });

  test("has one form and one heading, and every id it refers to, once", () => {
    expect(tags(html, "form")).toHaveLength(1);
    expect(tags(html, "h1")).toHaveLength(1);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const references = [
      ...html.matchAll(/(?:aria-describedby|aria-labelledby|for)="([^"]+)"/g),
      ...html.matchAll(/href="#([^"]+)"/g),
    ];
    for (const id of references.flatMap(([, list]) => list!.split(" "))) expect(ids).toContain(id);
  });

  test("has a control for every field, named as the record's field is", holds(92), () => {
    const fields = (steps[name].fields ?? []).map((field) => field.name);
    expect([...new Set(names(html))].filter((each) => each !== "visit")).toEqual(fields);
  });

  test("flags each bad field and says what is wrong with it", () => {
    const texts = new Set(html.match(/<li><a href="#[^"]+">[^<]+</g));
    const bad = Object.keys(errors).filter((field) => field !== "option");
    for (const field of bad) {
      const control = new RegExp(`<(?:input|select|textarea)\\b[^>]*\\sname="${field}"[^>]*>`).exec(
        html,
      )?.[0];
      expect(control, field).toContain('aria-invalid="true"');
      if (steps[name].kind !== "when") expect(html).toContain(`id="${field}-error"`);
    }
    expect(texts.size).toBe(Object.keys(errors).length);
  });

  test("offers every answer with what choosing it records", () => {
    const shown = unescaped(html);
    const options = [steps[name], ...(steps[name].fields ?? [])].flatMap(({ options = [] }) => options);
    for (const { value, records } of options) {
      expect(shown).toContain(`data-fields='${JSON.stringify(records)}'`.replaceAll("'", '"'));
      expect(shown).toContain(`value="${value}"`);
    }
  });

  test("shows the consent before the button that gives it, where one is due", holds(91), () => {
    expect(html.includes('id="consent"')).toBe(Boolean(steps[name].asksConsent));
    expect(html).not.toContain("{buyers}");
    if (steps[name].asksConsent) expect(html).toMatch(/<\/p><button[^>]*data-tf-element-role="submit"/);
  });
});

describe("a form's choices", () => {
  const checked = (html: string) => tags(html, "input").filter((tag) => tag.includes("checked"));
  const selected = (html: string) => tags(html, "option").filter((tag) => tag.includes("selected"));

  test("are radios when few and a list when many, empty at first", () => {
    const html = render("OnePageSurvey");
    expect(tags(html, "select").map((tag) => /name="([^"]+)"/.exec(tag)?.[1])).toEqual(["accident_type"]);
    expect(html).toContain("Select one");
    expect(checked(html)).toEqual([]);
    expect(selected(html).map((tag) => /value="([^"]*)"/.exec(tag)?.[1])).toEqual([""]);
  });

  test("show what was recorded, the option recording most first", () => {
    const values = { at_Fault: "yes", partial_fault: "yes", accident_type: "Other" };
    const html = render("OnePageSurvey", { values });
    expect(checked(html)).toHaveLength(1);
    expect(checked(html)[0]).toContain('value="partially"');
    expect(selected(html)[0]).toContain('value="Other"');
  });

  test("show what was sent when the post was refused", () => {
    const html = render("OnePageSurvey", { values: { at_Fault: "partially", accident_type: "0" } });
    expect(checked(html)[0]).toContain('value="partially"');
    expect(selected(html)[0]).toContain('value=""');
  });
});

test("a date is a date input, a date of birth with its autofill", () => {
  const input = (html: string, name: string) => tags(html, "input").find((tag) => tag.includes(`"${name}"`));
  expect(input(render("SelectDate", { values: { ticket_date: "2025-06-14" } }), "ticket_date")).toMatch(
    /type="date".*value="2025-06-14"/,
  );
  expect(input(render("DateOfBirth"), "date_of_birth")).toMatch(/type="date" autoComplete="bday"/i);
});

test("an optional field is not required, the others are", () => {
  const inputs = tags(render("LawFirmDetails"), "input");
  const required = (name: string) =>
    inputs.find((tag) => tag.includes(`name="${name}"`))?.includes("required");
  expect([required("law_firm_name"), required("law_firm_phone")]).toEqual([true, false]);
});

test("a screen that asks nothing has its button", () => {
  const html = render("GetStartedFirstStep", {}, "es");
  expect(names(html)).toEqual(["visit"]);
  expect(html).toMatch(/value="next"[^>]*>Empezar<\/button>/);
});

test.each(["Closing", "Disqualified"] as const)(
  "%s is the end: nothing to press but the telephone, nothing ahead",
  holds(326, 337),
  (name) => {
    const html = render(name);
    expect(html).toContain(`href="tel:${company.phone.dial}"`);
    expect(tags(html, "button")).toEqual([]);
    expect(html).not.toContain('role="progressbar"');
    expect(html).not.toContain("What happens next");
    expect(parseAnswer(steps[name], {}, { year: 2025, month: 6, day: 15 }).ok).toBe(false);
  },
);

test.each(languages)("the long form is in groups under headings, in %s", (language) => {
  const groups = render("OnePageSurvey", {}, language)
    .split(/<legend><h2[^>]*>/)
    .slice(1);
  expect(groups.map((group) => group.slice(0, group.indexOf("<")))).toEqual(
    Object.values(steps.OnePageSurvey.wording[language].groups!),
  );
  expect(groups).toHaveLength(4);
  expect([...new Set(groups.flatMap(names))]).toEqual(steps.OnePageSurvey.fields?.map(({ name }) => name));
});

test.each([
  [1, false],
  [2, true],
])("progress of %i screens in all is shown: %s", (total, shown) => {
  const page = pageAt("OnePageSurvey", {}, { tracker: trackerOf(total) });
  const step = localize(steps.OnePageSurvey, "en", company);
  const html = renderToString(
    <SurveyScreen data={{ ...page, steps: { OnePageSurvey: step } }} words={wording("en")} />,
  );
  expect(html.includes('role="progressbar"')).toBe(shown);
});

test("the buyers stand in the consent by name", () => {
  expect(render("PhoneAndBuyersConsent", { buyers: ["Rivera Law", "Ortiz Law"] })).toContain(
    "to Rivera Law and Ortiz Law, and that each of these",
  );
});

const about = (topic: Topic) =>
  renderToString(
    <SurveyScreen
      data={{
        ...pageAt("AtFault"),
        topic,
        nextSteps: { title: nextSteps.en.title, steps: nextSteps.en[topic] },
      }}
      words={wording("en")}
    />,
  );

test("who is asked about benefits reads nothing of a search for a law firm", holds(90), () => {
  const html = about("benefits");
  expect(html).toContain("sent securely.");
  expect(html).not.toContain("law firm");
});
