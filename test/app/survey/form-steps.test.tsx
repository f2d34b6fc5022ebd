import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { ScreenState, SurveyPageData } from "../../../app/survey/screen/page-data.ts";
import { Options } from "../../../app/survey/screen/question.tsx";
import { SurveyScreen } from "../../../app/survey/screen/survey-screen.tsx";
import { parseAnswer } from "../../../machines/fields/parse-answer.ts";
import { type StepName, steps } from "../../../machines/steps/index.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { messagesIn, wordsOfStep } from "../../../services/words/index.ts";
import { languages } from "../../../services/words/languages.ts";
import { holds } from "../../support/holds.ts";
import { company, pageAt, trackerOf } from "./screen-fixture.ts";

const screenOf = (data: SurveyPageData, more: object = {}) =>
  renderToString(<SurveyScreen data={data} words={messagesIn(data.language).screens} {...more} />);
const render = (name: StepName, screen: Partial<ScreenState> = {}, language: Language = "en") =>
  screenOf(pageAt(name, screen, {}, language));
const tags = (html: string, name: string) => html.match(new RegExp(`<${name}\\b[^>]*>`, "g")) ?? [];
const names = (html: string) =>
  [...html.matchAll(/<(?:input|select|textarea)\b[^>]*\sname="([^"]+)"/g)].map(([, name]) => name);
const unescaped = (html: string) => html.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

describe.each(Object.keys(steps) as StepName[])("the screen of %s", (name) => {
  const today = { year: 2025, month: 6, day: 15 };
  const judged = parseAnswer(steps[name], {}, today);
  const errors = judged.ok || steps[name].kind === "end" ? {} : judged.errors;
  const html = screenOf(
    pageAt(
      name,
      { errors, buyers: [{ name: "Firm" }], waiting: "checking", notice: "saveFailed" },
      { showOverlay: true },
    ),
  );

  test("has one main with its data, one form, one heading, and every referenced id once", holds(85), () => {
    expect(tags(html, "main")[0]).toContain(`data-survey="c" data-step="${name}" data-progress="30"`);
    expect(tags(html, "form")).toHaveLength(1);
    expect(tags(html, "form")[0]).toMatch(/method="post" (?!.*action=)/);
    expect(tags(html, "form")[0]).toMatch(/data-question="true"/);
    expect(html).toContain('<input type="hidden" name="visit" value="token"/>');
    expect(html).not.toMatch(/\sstyle=/);
    expect(tags(html, "h1")).toHaveLength(1);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const references = [
      ...html.matchAll(/(?:aria-describedby|aria-labelledby|for)="([^"]+)"/g),
      ...html.matchAll(/href="#([^"]+)"/g),
    ];
    for (const id of references.flatMap(([, list]) => list!.split(" "))) expect(ids).toContain(id);
  });

  test("has a control for every field, named like the record's field", holds(92), () => {
    const fields = (steps[name].fields ?? []).map((field) => field.name);
    const own = [...new Set(names(html))].filter(
      (each) => !/^visit$|_date_(day|year)$|_birth_(day|year)$/.test(each!),
    );
    expect(own).toEqual(fields);
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

  test("offers every answer with what it records", () => {
    const shown = unescaped(html);
    const options = [steps[name], ...(steps[name].fields ?? [])].flatMap(({ options = [] }) => options);
    for (const { value, records } of options) {
      expect(shown).toContain(`data-fields='${JSON.stringify(records)}'`.replaceAll("'", '"'));
      expect(shown).toContain(`value="${value}"`);
    }
  });

  test("shows the consent before the button that gives it, where one is required", holds(91), () => {
    const { asksConsent = false } = steps[name];
    expect(html.includes('id="consent"')).toBe(asksConsent);
    expect(tags(html, "form")[0]!.includes('data-tf-element-role="offer"')).toBe(asksConsent);
    expect(html.includes('data-tf-element-role="consent-language"')).toBe(asksConsent);
    expect(html).not.toContain("{buyers}");
    // What could not be sent is said between the two.
    if (asksConsent)
      expect(html).toMatch(/id="consent".*<div role="status">.*data-tf-element-role="submit"/s);
  });
});

describe("a form's choices", () => {
  const checked = (html: string) => tags(html, "input").filter((tag) => tag.includes("checked"));
  const selected = (html: string) => tags(html, "option").filter((tag) => tag.includes("selected"));

  test("are radio buttons when few and a list when many, initially empty", () => {
    const html = render("OnePageSurvey");
    expect(tags(html, "select").map((tag) => /name="([^"]+)"/.exec(tag)?.[1])).toEqual(["accident_type"]);
    expect(html).toContain("Select one");
    expect(checked(html)).toEqual([]);
    expect(selected(html).map((tag) => /value="([^"]*)"/.exec(tag)?.[1])).toEqual([""]);
  });

  test("show what was recorded; the option that records most comes first", () => {
    const values = { at_Fault: "yes", partial_fault: "yes", accident_type: "Other" };
    const html = render("OnePageSurvey", { values });
    expect(checked(html)).toHaveLength(1);
    expect(checked(html)[0]).toContain('value="partially"');
    expect(selected(html)[0]).toContain('value="Other"');
  });

  test("show what was posted when the post was refused", () => {
    const html = render("OnePageSurvey", { values: { at_Fault: "partially", accident_type: "0" } });
    expect(checked(html)[0]).toContain('value="partially"');
    expect(selected(html)[0]).toContain('value=""');
  });
});

describe("the fields of a form", () => {
  test("a date has three boxes, also after a refusal, and a date of birth has autofill", () => {
    const said = (html: string, of: RegExp) =>
      tags(html, "input").flatMap((tag) =>
        tag.includes("_date") || tag.includes("_birth") ? of.exec(tag)?.[1] : [],
      );
    const shown = (ticket_date: string) =>
      said(render("SelectDate", { values: { ticket_date } }), / value="(.*?)"/);
    expect([shown("2025-06-14"), shown("2026--5")]).toEqual([
      ["06", "14", "2025"],
      ["", "5", "2026"],
    ]);
    expect(said(render("DateOfBirth"), / autoComplete="(.*?)"/i)).toEqual([
      "bday-month",
      "bday-day",
      "bday-year",
    ]);
  });

  test("only an optional field is not required", () => {
    const inputs = tags(render("LawFirmDetails"), "input");
    const required = (name: string) =>
      inputs.find((tag) => tag.includes(`name="${name}"`))?.includes("required");
    expect([required("law_firm_name"), required("law_firm_phone")]).toEqual([true, false]);
  });
});

describe("a screen without fields", () => {
  test("a screen without a question has its button", () => {
    const html = render("GetStartedFirstStep", {}, "es");
    expect(names(html)).toEqual(["visit"]);
    expect(html).toMatch(/value="next"[^>]*>Empezar<\/button>/);
  });

  test.each(["Closing", "Disqualified"] as const)(
    "%s is an end: only the phone number can be pressed, and nothing follows",
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
});

describe("the one-page form", () => {
  test.each(languages)("the long form has groups under headings, in %s", (language) => {
    const groups = render("OnePageSurvey", {}, language)
      .split(/<legend><h2[^>]*>/)
      .slice(1);
    expect(groups.map((group) => group.slice(0, group.indexOf("<")))).toEqual(
      Object.values(wordsOfStep(steps.OnePageSurvey, language).groups!),
    );
    expect(groups).toHaveLength(4);
    expect([...new Set(groups.flatMap(names))]).toEqual(steps.OnePageSurvey.fields?.map(({ name }) => name));
  });
});

describe("the progress bar", () => {
  test.each([
    [1, false],
    [2, true],
  ])("progress of %i screens in all is shown: %s", (total, shown) => {
    const html = screenOf(pageAt("OnePageSurvey", {}, { tracker: trackerOf(total) }));
    expect(html.includes('role="progressbar"')).toBe(shown);
  });
});

describe("the words of a consent", () => {
  test("the consent lists the buyers by name", () => {
    expect(
      render("PhoneAndBuyersConsent", { buyers: [{ name: "Rivera Law" }, { name: "Ortiz Law" }] }),
    ).toContain("to Rivera Law and Ortiz Law, and that each of these");
  });

  test("a benefits visitor reads nothing about finding a law firm", holds(90), () => {
    const { title, benefits } = messagesIn("en").pages.nextSteps;
    const nextOnes = { title, steps: benefits };
    const html = screenOf({ ...pageAt("AtFault"), topic: "benefits", nextSteps: nextOnes });
    expect(html).toContain("sent securely.");
    expect(html).not.toContain("law firm");
  });
});

describe("answers", () => {
  test("are submit buttons whose data is exactly what they record, keys in order", holds(85), () => {
    const buttons = tags(render("AtFault"), "button").filter((tag) => tag.includes('name="option"'));
    expect(buttons[0]).toContain('type="submit"');
    expect(buttons[0]).toContain('data-fields="{&quot;at_Fault&quot;:&quot;no&quot;}"');
    expect(buttons[2]).toContain(
      'data-fields="{&quot;at_Fault&quot;:&quot;yes&quot;,&quot;partial_fault&quot;:&quot;yes&quot;}"',
    );
  });

  test("in link style are below the buttons", holds(86), () => {
    const link = { value: "new", label: "Yes, but", look: "link" as const, records: {} };
    const options = [link, { value: "no", label: "No", records: {} }];
    const html = renderToString(<Options options={options} values={{}} yourAnswer="" />);
    expect(html.indexOf('value="no"')).toBeLessThan(html.indexOf('value="new"'));
    const classOf = (value: string) => html.match(new RegExp(`value="${value}"[^>]*class="([^"]+)"`))?.[1];
    expect(classOf("new")).not.toBe(classOf("no"));
  });

  test("mark only the one given before", () => {
    expect(render("AtFault")).not.toContain("data-chosen");
    const html = render("AtFault", { values: { at_Fault: "yes", partial_fault: "yes" } });
    expect(html.match(/>Your answer</g)).toHaveLength(1);
    expect(html.indexOf(">Your answer<")).toBeGreaterThan(html.indexOf("Partly"));
  });

  test("Enter presses a neutral button, which precedes every answer and Back, which skips the browser's checks", () => {
    const [first, ...others] = tags(render("WhenWasTheAccident"), "button");
    expect(others.find((tag) => tag.includes('value="back"'))).toMatch(/formnovalidate/i);
    expect(first).toMatch(/name="intent"/);
    expect(first).toMatch(/value="next"/);
    expect(first).toMatch(/tabindex="-1"/i);
  });
});

describe("errors", () => {
  const html = render("PhoneAndZip", {
    values: { phone: "813", zip_code: "33602" },
    errors: { phone: "phone" },
  });

  test("keep values, flag the bad field only, and link to it", () => {
    const inputs = tags(html, "input");
    expect(inputs.find((tag) => tag.includes('name="phone"'))).toContain('value="813"');
    expect(inputs.find((tag) => tag.includes('name="phone"'))).toContain('aria-invalid="true"');
    expect(inputs.find((tag) => tag.includes('name="phone"'))).toContain(
      'aria-describedby="phone-hint phone-error"',
    );
    expect(inputs.find((tag) => tag.includes('name="zip_code"'))).not.toContain("aria-invalid");
    expect(html).toContain('href="#phone"');
    expect(html).toContain('role="alert"');
  });

  test("errors of a date are listed in the summary by its parts, and open the date", () => {
    const date = { injury_month: "month", injury_year: "year" } as const;
    const screen = render("WhenWasTheAccident", { errors: date });
    for (const part of ["month", "year"]) expect(screen.match(`href="#injury_${part}"`)).toHaveLength(1);
    expect(screen).not.toContain('href="#injury_day"');
    expect(tags(screen, "details")[0]).toContain("open");
    expect(tags(render("WhenWasTheAccident"), "details")[0]).not.toContain("open");
  });
});

describe("the header of a screen", () => {
  test("progress is also text, with a dot for each step by name", holds(88, 89, 209), () => {
    const html = render("AtFault");
    expect(html).toContain('aria-valuetext="Step 3 of 9: Question 3?"');
    const dots = tags(html, "span").filter((tag) => tag.includes("title="));
    const reached = dots.map((dot) => dot.match(/title="([^"]+)"(?: data-reached="(\w+)")?/)!.slice(1));
    expect(reached.slice(0, 4)).toEqual([
      ["Question 1?", "completed"],
      ["Question 2?", "completed"],
      ["Question 3?", "active"],
      ["Question 4?", undefined],
    ]);
    expect(dots).toHaveLength(9);
    const bar = screenOf({ ...pageAt("AtFault"), progressStyle: "bar" });
    expect(bar).toMatch(/<progress[^>]* value="30" max="100"/);
    expect(bar).toMatch(/aria-valuenow="30"[^>]* aria-valuetext="Step 3 of 9: Question 3\? 30%"/);
  });

  test("the stage is shown beside the step in surveys about an accident", () => {
    expect(render("AtFault")).toContain(">The accident</span><span>Step 3 of 9</span>");
    expect(screenOf({ ...pageAt("AtFault"), topic: "ticket" })).not.toContain("The accident");
  });

  test("nothing slides before the first step is left", holds(97), () => {
    const slides = (props: object) => /data-slide="forward"/.test(screenOf(pageAt("AtFault"), props));
    expect(slides({ live: true })).toBe(false);
    expect(slides({ live: true, direction: "forward" })).toBe(true);
  });
});
