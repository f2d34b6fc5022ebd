import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, FormVisitor, hiddenFields } from "../support/form-visitor.ts";
import { type Site, startSite } from "../support/site.ts";
import { holdWriteLock } from "../support/store-reader.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

const en = { language: "en", title: "Please wait a moment" };
const es = { language: "es", title: "Espere un momento, por favor" };
const typed = {
  firstName: 'Ana "Eva"',
  lastName: "<b>",
  email: "ana@example.com",
  phoneNumber: "(213) 555-0123",
};
const message = "A truck hit us & left.";

/** Each form with a good answer, and where a visitor is afterwards. */
const forms: { path: string; answer: Answer; words: typeof en; next: RegExp }[] = [
  { path: "/survey/c?affid=7", answer: { option: "Within 30 Days" }, words: en, next: /step=\w+/ },
  { path: "/survey/v4nv-es", answer: { option: "Within 30 Days" }, words: es, next: /step=\w+/ },
  { path: "/survey/ticket", answer: {}, words: en, next: /step=\w+/ },
  { path: "/survey/benefits", answer: {}, words: en, next: /step=\w+/ },
  {
    path: "/contact/",
    answer: { typeOfAccident: "Truck Accident", ...typed, message },
    words: en,
    next: /sent=1/,
  },
  { path: "/do-not-sell-my-information/", answer: { email: "ana@example.com" }, words: en, next: /done=all/ },
];

it("a store in trouble: every form comes back with what was typed, in its language, and is sent again when asked", async () => {
  const visitors = await Promise.all(
    forms.map(async ({ path, answer }) => {
      const visitor = new FormVisitor(site.url);
      const { html } = await visitor.open(path);
      const [, option] = html.match(/<button[^>]* name="option" value="([^"]+)"/) ?? [];
      const given = Object.keys(answer).length > 0 ? answer : option ? { option } : { intent: "next" };
      return { visitor, given, own: hiddenFields(html) };
    }),
  );
  const release = holdWriteLock(site.databaseFile);
  const held = await Promise.all(visitors.map(({ visitor, given }) => visitor.post(given))).finally(release);

  for (const [at, { status, html }] of held.entries()) {
    const { path, words } = forms[at]!;
    const { own, given } = visitors[at]!;
    expect(status, path).toBe(503);
    expect(html).toContain(`<html lang="${words.language}">`);
    expect(html).toContain(`<h1>${words.title}</h1>`);
    expect(html).toContain('<a href="tel:+18775550142">(877) 555-0142</a>');
    expect(hiddenFields(html), path).toEqual({ ...own, ...given });
    expect(html, "nobody is asked for work").not.toContain("data-island");
  }
  for (const [at, { visitor }] of visitors.entries()) {
    const { status, url } = await visitor.post({});
    expect([status, url], forms[at]!.path).toEqual([200, expect.stringMatching(forms[at]!.next)]);
  }
});
