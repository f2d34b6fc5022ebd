import { describe, expect, it } from "vitest";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { send } from "../support/send.ts";
import { storedLeads } from "../support/store-reader.ts";
import { answerUpTo, entriesC, FormVisitor, JsonVisitor, walkForms } from "../support/visitors.ts";

// As it comes out of the box: no service says what a number or an address is worth.
const site = siteForTests({ stubs: false });
const newest = () => storedLeads(site.databaseFile).at(-1)!.record;

describe("a telephone number", () => {
  it.each([
    ["(679) 234-5678 x12", "(679) 234-5678"],
    ["２１３５５５０１２３", "(213) 555-0123"],
  ])("%s is taken without scripts", async (typed, recorded) => {
    const { screen } = await walkForms(site.url, "/survey/c", {
      PhoneAndZip: { phone: typed, zip_code: "CA 90210–1234" },
    });
    expect(screen.url).toContain("/survey-thank-you/");
    expect(newest()).toMatchObject({ phone: recorded, zip_code: "90210", city: "Beverly Hills" });
  });

  it.each([
    ["/survey/c", "416-234-5678", "use another US number"],
    ["/survey/v4nv-es", "(809) 234-5678", "use otro número de Estados Unidos"],
    ["/survey/c", "213-911-5678", "We can’t use this phone number."],
    ["/survey/c", "822-234-5678", "We can’t use this phone number."],
  ])("%s asks for another one than %s", async (path, phone, words) => {
    const visitor = new FormVisitor(site.url);
    await visitor.open(path);
    await answerUpTo(visitor, path.split("/").at(-1)!, "PhoneAndZip");
    await visitor.post({ ...answersC.PhoneAndZip, phone });
    expect(visitor.screen.status).toBe(422);
    expect(visitor.screen.html).toContain(words);
  });
});

it("an address with something behind its domain is asked about, and its button sends what was meant", async () => {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/c");
  while (visitor.screen.step !== "NameAndEmail") await visitor.post(answersC[visitor.screen.step]!);
  await visitor.post({ firstName: "Maria", lastName: "Lopez", email: "maria@gmail.com\\x" });
  expect(visitor.screen.status).toBe(422);
  const button = /<button type="submit" name="email" value="(maria@gmail\.com)"/.exec(visitor.screen.html);
  // As a browser sends a form by this button, which is before the field.
  const { url, html } = visitor.screen;
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const body = new URLSearchParams([
    ...hidden.map(([, name, value]): [string, string] => [name!, value!.replaceAll("&quot;", '"')]),
    ["firstName", "Maria"],
    ["lastName", "Lopez"],
    ["email", button![1]!],
    ["email", "maria@gmail.com\\x"],
  ]).toString();
  const headers = { Cookie: visitor.cookie, "Content-Type": "application/x-www-form-urlencoded" };
  const sent = await send(site.url, url, { body, headers });
  expect(sent.status).toBe(303);
  expect(sent.headers.location).toContain("step=PhoneAndZip");
});

it("what Word puts into a text becomes what was meant, with and without scripts", async () => {
  const typed = {
    IncidentDescription: { case_description: "A truck hit my car\u000bfrom\u0003 behind. It\u0092s gone." },
    NameAndEmail: { firstName: "Ana\tMaria", lastName: "Rivera\u0000", email: "ana@example.com" },
  };
  const meant = { case_description: "A truck hit my car\nfrom behind. It’s gone.", first_name: "Ana Maria" };
  await walkForms(site.url, "/survey/c", typed);
  expect(newest()).toMatchObject({ ...meant, last_name: "Rivera" });
  const visitor = await new JsonVisitor(site.url).open();
  expect((await visitor.finish(entriesC(typed))).status).toBe(200);
  expect(newest()).toMatchObject({ ...meant, last_name: "Rivera" });
});
