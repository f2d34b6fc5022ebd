import { expect, it } from "vitest";
import { checkWords } from "../../machines/messages/check-answers.ts";
import { remarkOn } from "../../machines/messages/remarks.ts";
import { answersC } from "../support/answers-c.ts";
import { siteForTests } from "../support/during.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { plainAnswers } from "./plain-answers.ts";

const site = siteForTests({ stubs: false });

const said = (html: string) =>
  html.match(/<div role="status"><p[^>]*>([^<]*)/)?.[1]?.replaceAll("&#x27;", "’");

it("a question says something helpful of the answer before, in the survey's language, also after a reload", async () => {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/c");
  expect(said(visitor.screen.html)).toBeUndefined();
  for (const option of ["Within 30 Days", "Car", "partially"]) await visitor.post({ option });
  expect(visitor.screen.step).toBe("WasUserInjured");
  expect(said(visitor.screen.html)).toBe(remarkOn({ at_Fault: "yes" }, "en"));
  await visitor.open(visitor.screen.url);
  expect(said(visitor.screen.html)).toBe(remarkOn({ at_Fault: "yes" }, "en"));
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
    expect(visitor.screen.html).not.toContain(checkWords.en.title);
    await visitor.post(answer);
  }
  const { html } = visitor.screen;
  const list = html.slice(html.indexOf("<dl"), html.indexOf("</dl>"));
  const answers = [...list.matchAll(/<dd>([^<]*)/g)].map(([, answer]) => answer);
  expect(answers).toEqual([
    "2 to 4 weeks ago",
    expect.stringContaining("Car"),
    "No",
    "Yes",
    expect.stringContaining("Hospital"),
    "Yes",
    "No",
    answersC.IncidentDescription!.case_description,
    "Ana Rivera ana.rivera@example.com",
  ]);
  const addresses = [...list.matchAll(/href="([^"]*)"/g)].map(([, url]) => url!.replaceAll("&amp;", "&"));
  await visitor.open(addresses[2]!);
  expect(visitor.screen.step).toBe("AtFault");
  expect(visitor.screen.url).toContain("affid=7");
});

it.each([
  ["/", "OtherDriversVehicleType", "/survey/c?"],
  ["/es/", "AtFault", "/survey/v4nv-es?"],
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
