import { expect, it } from "vitest";
import { wording } from "../../machines/messages/index.ts";
import { remarkOn } from "../../machines/messages/survey-page.ts";
import { answersC } from "../support/answers-c.ts";
import { siteForTests } from "../support/during.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { plainAnswers } from "../support/plain-answers.ts";
import { query } from "../support/store-reader.ts";

const site = siteForTests({ stubs: false });

const said = (html: string) =>
  html.match(/<div role="status"><p[^>]*>([^<]*)/)?.[1]?.replaceAll("&#x27;", "’");

it("a question says something helpful of the answer before, in the survey's language, also after a reload", async () => {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/c");
  expect(said(visitor.screen.html)).toBeUndefined();
  for (const option of ["Within 30 Days", "Car", "partially"]) await visitor.post({ option });
  expect(visitor.screen.step).toBe("WasUserInjured");
  expect(said(visitor.screen.html)).toBe(remarkOn({ partial_fault: "yes" }, "en"));
  await visitor.open(visitor.screen.url);
  expect(said(visitor.screen.html)).toBe(remarkOn({ partial_fault: "yes" }, "en"));
  await visitor.post({ option: "Yes" });
  expect(said(visitor.screen.html)).toBe(remarkOn({ physical_injury: "Yes" }, "en"));

  const spanish = new FormVisitor(site.url);
  await spanish.open("/survey/v4nv-es");
  while (spanish.screen.step !== "WasUserInjured") {
    const [, option = ""] = spanish.screen.html.match(/name="option" value="([^"]+)"/) ?? [];
    await spanish.post({ option });
  }
  await spanish.post({ option: "Whiplash" });
  expect(said(spanish.screen.html)).toBe(remarkOn({ physical_injury: "Yes" }, "es"));
});

it("a ZIP code is answered with its city", async () => {
  const visitor = new FormVisitor(site.url);
  const plain = plainAnswers("v4nv-1to1");
  await visitor.open("/survey/v4nv-1to1");
  while (visitor.screen.step !== "ZipCode") await visitor.post(plain(visitor.screen.step));
  expect(said(visitor.screen.html)).toBeUndefined();
  await visitor.post({ zip_code: "33602" });
  expect(visitor.screen.status).toBe(200);
  expect(said(visitor.screen.html)).toBe("✓ Tampa, Florida");
});

it("before the answers are sent all of them can be read, each with a way to change it, and nowhere else", async () => {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/c?affid=7");
  for (const [step, answer] of Object.entries(answersC)) {
    expect(visitor.screen.step).toBe(step);
    if (step === "PhoneAndZip") break;
    expect(visitor.screen.html).not.toContain(wording("en").check.title);
    await visitor.post(answer);
  }
  const { html } = visitor.screen;
  const list = html.slice(html.indexOf("<dl"), html.indexOf("</dl>"));
  const answers = [...list.matchAll(/<dd><span[^>]*>([^<]*)/g)].map(([, answer]) => answer);
  expect(answers).toEqual([
    "2 to 4 weeks ago",
    expect.stringContaining("Car"),
    "No",
    "Yes",
    expect.stringContaining("Hospital"),
    "Yes",
    "No",
    answersC.IncidentDescription!.case_description,
    "Ana Rivera\nana.rivera@example.com",
  ]);
  const addresses = [...list.matchAll(/href="([^"]*)"/g)].map(([, url]) => url!.replaceAll("&amp;", "&"));
  await visitor.open(addresses[2]!);
  expect(visitor.screen.step).toBe("AtFault");
  expect(visitor.screen.url).toContain("affid=7");
  await visitor.post({ option: "yes" });
  expect(visitor.screen.step).toBe("PhoneAndZip");
});

it("an exact date that was answered is read in words", async () => {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/v4nv-es");
  const date = { injury_month: "3", injury_day: "7", injury_year: "2026", intent: "next" };
  const plain = plainAnswers("v4nv-es");
  while (!visitor.screen.html.includes('id="consent"')) {
    const { step } = visitor.screen;
    await visitor.post(step === "WhenWasTheAccident" ? date : plain(step));
  }
  expect(visitor.screen.html).toContain("7 de marzo de 2026");
});

it("a changed answer leads back to where it was changed, past what it opens, and asks no service again", async () => {
  const visitor = new FormVisitor(site.url);
  const given: typeof answersC = {
    ...answersC,
    WhenWasTheAccident: { option: "Within 6 Months" },
    WasUserInjured: { option: "No" },
  };
  await visitor.open("/survey/c");
  while (visitor.screen.step !== "PhoneAndZip") await visitor.post(given[visitor.screen.step]!);
  const change = async (step: string, answer: Record<string, string>) => {
    await visitor.open(`/survey/c?step=${step}&until=PhoneAndZip`);
    expect(visitor.screen.step).toBe(step);
    await visitor.post(answer);
    return visitor.screen.step;
  };
  const outcomes = () =>
    query<{ body: string }>(site.databaseFile, "select body from visit_log where kind = 'outcome'").length;
  const asked = outcomes();
  expect(await change("AtFault", { option: "yes" })).toBe("PhoneAndZip");
  expect(await change("WasUserInjured", { option: "Yes" })).toBe("TypeOfMedicalTreatment");
  await visitor.post({ option: "" });
  expect(visitor.screen.status).toBe(422);
  expect((await visitor.post(answersC.TypeOfMedicalTreatment!)).step).toBe("PhoneAndZip");
  // A branch that is left does not come back with it.
  expect(await change("WasUserInjured", { option: "No" })).toBe("PhoneAndZip");
  expect(outcomes()).toBe(asked);
  const named = { ...answersC.NameAndEmail!, email: "other@example.com", intent: "next" };
  expect(await change("NameAndEmail", named)).toBe("PhoneAndZip");
  expect(outcomes()).toBeGreaterThan(asked);
  // Nobody comes back to what does not lie ahead.
  await visitor.open("/survey/c?step=AtFault&until=OtherDriversVehicleType");
  await visitor.post({ option: "no" });
  expect(visitor.screen.step).toBe("WasUserInjured");
});

it("a survey that ends without a firm says nothing of the ZIP code before", async () => {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/one-page");
  await visitor.post({ ...plainAnswers("one-page")(visitor.screen.step), with_Lawyer: "yes" });
  expect(visitor.screen.html).not.toContain("✓");
});

it.each([
  ["/", "OtherDriversVehicleType", "/survey/c"],
  ["/es/", "AtFault", "/survey/v4nv-es"],
])(
  "the home page %s asks the first question, and its answer leads to the second",
  async (home, step, survey) => {
    const visitor = new FormVisitor(site.url);
    await visitor.open(home);
    await visitor.post({ option: "Within 30 Days" });
    expect(visitor.screen.step).toBe(step);
    expect(visitor.screen.url.startsWith(survey)).toBe(true);
  },
);
