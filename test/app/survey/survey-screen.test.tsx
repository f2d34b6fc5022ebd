import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Options } from "../../../app/survey/screen/options.tsx";
import type { ScreenState } from "../../../app/survey/screen/page-data.ts";
import { SurveyScreen } from "../../../app/survey/screen/survey-screen.tsx";
import { wording } from "../../../machines/messages/index.ts";
import type { SessionState } from "../../../machines/session.ts";
import { holds } from "../../support/holds.ts";
import { pageAt } from "./screen-fixture.ts";

const render = (step: string, screen: Partial<ScreenState> = {}, session: Partial<SessionState> = {}) =>
  renderToString(<SurveyScreen data={pageAt(step, screen, session)} words={wording("en")} />);
const tags = (html: string, name: string) => html.match(new RegExp(`<${name}\\b[^>]*>`, "g")) ?? [];
const everyStep = ["AtFault", "WhenWasTheAccident", "IncidentDescription", "PhoneAndZip"];

describe.each(everyStep)("the screen of %s keeps the contract", (step) => {
  const html = render(
    step,
    { errors: { option: "choose" }, waiting: "sending", notice: "saveFailed" },
    { showOverlay: true },
  );

  test("one main with its data, one form, one h1, no inline style", holds(85), () => {
    expect(tags(html, "main")[0]).toContain(`data-survey="c" data-step="${step}" data-progress="30"`);
    expect(tags(html, "form")).toHaveLength(1);
    expect(tags(html, "form")[0]).toMatch(/method="post" (?!.*action=)/);
    expect(tags(html, "form")[0]).toMatch(/data-question="true"/);
    expect(tags(html, "h1")).toHaveLength(1);
    expect(html).not.toMatch(/\sstyle=/);
  });

  test("hidden inputs are posted back and Back skips the browser's checks", () => {
    expect(html).toContain('<input type="hidden" name="visit" value="token"/>');
    expect(tags(html, "button").find((tag) => tag.includes('value="back"'))).toMatch(/formnovalidate/i);
  });
});

describe("answers", () => {
  test("are submit buttons that say exactly what they record, keys in order", holds(85), () => {
    const buttons = tags(render("AtFault"), "button").filter((tag) => tag.includes('name="option"'));
    expect(buttons[0]).toContain('type="submit"');
    expect(buttons[0]).toContain('data-fields="{&quot;at_Fault&quot;:&quot;no&quot;}"');
    expect(buttons[1]).toContain(
      'data-fields="{&quot;at_Fault&quot;:&quot;yes&quot;,&quot;partial_fault&quot;:&quot;yes&quot;}"',
    );
  });

  test("in link style stand below the buttons", holds(86), () => {
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

  test("Enter presses a neutral button: it is before every answer and before Back", () => {
    const [first] = tags(render("WhenWasTheAccident"), "button");
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

  test("of a date stand in the summary by its parts and open the date", () => {
    const date = { injury_month: "month", injury_year: "year" } as const;
    const screen = render("WhenWasTheAccident", { errors: date });
    for (const part of ["month", "year"]) expect(screen.match(`href="#injury_${part}"`)).toHaveLength(1);
    expect(screen).not.toContain('href="#injury_day"');
    expect(tags(screen, "details")[0]).toContain("open");
    expect(tags(render("WhenWasTheAccident"), "details")[0]).not.toContain("open");
  });
});

test(
  "the consent is word for word before the button that gives it, with its TrustedForm roles",
  holds(91),
  () => {
    const html = render("PhoneAndZip");
    expect(html).toMatch(
      /data-tf-element-role="consent-language">I agree to be called\.<\/p><button[^>]*data-tf-element-role="submit"/,
    );
    expect(tags(html, "form")[0]).toContain('data-tf-element-role="offer"');
    expect(render("IncidentDescription")).not.toContain("data-tf-element-role");
  },
);

test("progress is text as well, with a dot for each step by its name", holds(88, 89, 209), () => {
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
  const bar = <SurveyScreen data={{ ...pageAt("AtFault"), progressStyle: "bar" }} words={wording("en")} />;
  expect(renderToString(bar)).toMatch(/<progress[^>]* value="30" max="100"/);
  expect(renderToString(bar)).toMatch(
    /aria-valuenow="30"[^>]* aria-valuetext="Step 3 of 9: Question 3\? 30%"/,
  );
});

test("the stage is said beside the step, where the survey is about an accident", () => {
  expect(render("AtFault")).toContain(">The accident</span><span>Step 3 of 9</span>");
  const ticket = <SurveyScreen data={{ ...pageAt("AtFault"), topic: "ticket" }} words={wording("en")} />;
  expect(renderToString(ticket)).not.toContain("The accident");
});

test("no slide before a step was left", holds(97), () => {
  const slides = (props: object) =>
    /data-slide="forward"/.test(
      renderToString(<SurveyScreen data={pageAt("AtFault")} words={wording("en")} {...props} />),
    );
  expect(slides({ live: true })).toBe(false);
  expect(slides({ live: true, direction: "forward" })).toBe(true);
});
