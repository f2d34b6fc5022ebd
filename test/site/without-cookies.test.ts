import { describe, expect, it } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { answersC, plainAnswers } from "../support/answers.ts";
import { databases } from "../support/databases.ts";
import { during, siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { startSite } from "../support/site.ts";
import { change, counts, query, rewrite, sqlOn, storedLeads } from "../support/store-reader.ts";
import {
  answerUpTo,
  entriesC,
  FormVisitor,
  hiddenFields,
  JsonVisitor,
  sealOf,
  walkForms,
} from "../support/visitors.ts";

// The site as it comes out of the box: no service judges numbers or addresses.
const site = siteForTests({ stubs: false });
const steps = Object.keys(answersC);
const lastOfC = steps.at(-1)!;
const leads = () => storedLeads(site.databaseFile);

/** A visitor whose browser keeps no cookie, or forgets them at some moment. */
function forgetful() {
  const memory = { keepsCookies: false };
  const visitor = new FormVisitor(site.url, (request) => {
    if (!memory.keepsCookies) request.headers.delete("cookie");
    return fetch(request);
  });
  return { visitor, memory };
}

describe("a visit without a cookie", () => {
  it.each(["/survey/c", "/survey/v4nv-es", "/survey-sl", "/survey/one-page", "/survey/medical-treatment"])(
    "%s is walked to its thanks without a cookie, and makes one lead",
    async (path) => {
      const before = leads().length;
      const { visitor } = forgetful();
      await walkForms(site.url, `${path}?affid=7&s1=abc`, {}, visitor);
      expect(visitor.screen.url).toContain("thank-you");
      const [lead, ...more] = leads().slice(before);
      expect(lead!.record).toMatchObject({ affid: "7", sub_id: "abc" });
      expect(more).toEqual([]);
    },
  );

  it("a survey's own last screen comes without a cookie, too", async () => {
    const { visitor } = forgetful();
    await visitor.open("/survey/one-page");
    const answers = plainAnswers("one-page", { with_Lawyer: "yes" });
    await visitor.post(answers(visitor.screen.step));
    expect(visitor.screen).toMatchObject({ status: 200, step: "Disqualified" });
    expect(visitor.screen.html, "of the ZIP code before nothing is said").not.toContain("✓");
  });

  it.each(["PoliceReportFiled", "IncidentDescription", "NameAndEmail", "PhoneAndZip"])(
    "a visitor who loses the cookie before %s continues the same visit",
    async (step) => {
      const before = counts(site.databaseFile);
      const { visitor, memory } = forgetful();
      memory.keepsCookies = true;
      await visitor.open("/survey/c?affid=7&s1=abc");
      await answerUpTo(visitor, "c", step);
      memory.keepsCookies = false;
      for (let from = step; from !== ""; from = visitor.screen.step) {
        await visitor.post(answersC[from]!);
        expect(visitor.screen.step).not.toBe(from);
      }
      const after = counts(site.databaseFile);
      expect(after).toMatchObject({ visits: before.visits + 1, leads: before.leads + 1 });
      expect(leads().at(-1)!.record).toMatchObject({
        affid: "7",
        injury_type: "Hospital",
        physical_injury: "Yes",
      });
    },
  );

  it("the last button pressed twice without a cookie makes one lead, and Back works", async () => {
    const { visitor } = forgetful();
    await visitor.open("/survey/c");
    await answerUpTo(visitor, "c", "PhoneAndZip");
    await visitor.post({ intent: "back" });
    expect(visitor.screen.step).toBe("NameAndEmail");
    expect(visitor.screen.html).toContain('value="ana.rivera@example.com"');
    await visitor.post(answersC.NameAndEmail!);
    const before = leads().length;
    const form = { ...hiddenFields(visitor.screen.html), ...answersC.PhoneAndZip };
    const press = () => send(site.url, "/survey/c", { form });
    const presses = await Promise.all([press(), press(), press()]);
    expect(new Set(presses.map(({ status, headers }) => `${status} ${headers.location}`)).size).toBe(1);
    expect(leads()).toHaveLength(before + 1);
  });

  describe.each(databases)(
    "on $name a form pressed twice without a cookie, and once more later,",
    ({ start }) => {
      const server = during(start);
      const env = during(async () => ({ url: await server.freshUrl() }));
      const opened = (more: object) =>
        startSite({ DATABASE_URL: env.url, SESSION_SECRETS: "s".repeat(32), stubs: false, ...more });
      const sites = [during(() => opened({})), during(() => opened({}))];
      const stored = () => sqlOn(env.url, "select id from leads");
      const entries = Object.entries(answersC).map(([step, fields], index) => ({
        answer: { step, fields, at: Date.now() - 60_000 + index },
      }));
      const blocked = { waiting: JSON.stringify(entries.slice(0, -1)), formName: "0f".repeat(16) };
      it.each([
        ["/survey/one-page", {}, plainAnswers("one-page")("OnePageSurvey")],
        ["/survey/one-page?flags=theme:v3", {}, plainAnswers("one-page")("OnePageSurvey")],
        ["/survey/c", { ...blocked, step: lastOfC }, answersC[lastOfC]!],
      ])("makes one lead at %s, whichever process answers", async (path, more, answers) => {
        const before = (await stored()).length;
        const page = await send(sites[0]!.url, `${path}`);
        const shown = JSON.stringify([sealOf(page.text)]);
        const form = { ...hiddenFields(page.text), shown, ...more, ...answers };
        const press = (index: number, posted = form) =>
          send(sites[index]!.url, path, { form: posted, headers: { Origin: sites[index]!.url } });
        const together = await Promise.all([press(0), press(1)]);
        const later = [await press(0), await press(1)];
        for (const sent of [...together, ...later])
          expect([sent.status, sent.headers.location]).toEqual([303, together[0].headers.location]);
        expect(await stored()).toHaveLength(before + 1);
        // Another form is another lead: a family has one network and one telephone.
        const other = {
          ...form,
          ...hiddenFields((await send(sites[1]!.url, path)).text),
          formName: "1e".repeat(16),
        };
        await press(1, { ...other, step: form.step });
        expect(await stored()).toHaveLength(before + 2);
      });
    },
  );

  it("a refused answer comes back without a cookie as it was typed", async () => {
    const { visitor } = forgetful();
    await visitor.open("/survey-sl");
    await visitor.post({ firstName: "Maria", lastName: "Lopez", email: "maria@" });
    expect(visitor.screen.status).toBe(422);
    expect(visitor.screen.html).toContain('value="Maria"');
    await visitor.post({ firstName: "Maria", lastName: "Lopez", email: "maria.lopez@example.com" });
    expect(visitor.screen).toMatchObject({ status: 200 });
    expect(visitor.screen.step).not.toBe("SocialDropPII");
  });

  it("a page says when the visit no longer exists, and what was typed comes back at its question", async () => {
    const { visitor } = forgetful();
    await visitor.open("/survey/c");
    await answerUpTo(visitor, "c", "NameAndEmail");
    await sqlOn(site.databaseUrl, "delete from visit_log");
    await sqlOn(site.databaseUrl, "delete from visits");
    await visitor.post({ firstName: "Maria", lastName: "Lopez", email: "maria@example.com" });
    expect(visitor.screen).toMatchObject({ status: 200, step: "WhenWasTheAccident" });
    expect(visitor.screen.html).toContain("Your earlier answers have expired");
    // Even where the browser keeps the cookie that comes with it.
    await answerUpTo(visitor, "c", "NameAndEmail");
    expect(visitor.screen.html).toContain('value="Maria"');
    expect(visitor.screen.html).toContain('value="maria@example.com"');
  });

  it("a page with scripts works without a cookie, too", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    visitor.cookie = "";
    const before = leads().length;
    for (const [step, fields] of Object.entries(answersC)) {
      expect((await visitor.progress([{ answer: { step, fields } }])).status).toBe(200);
    }
    expect((await visitor.postLead()).status).toBe(200);
    expect(leads()).toHaveLength(before + 1);
  });
});

describe("whose visit it is", () => {
  it("the sealed field gives another session no visit, and never becomes a cookie", async () => {
    const { visitor, memory } = forgetful();
    memory.keepsCookies = true;
    await visitor.open("/survey/c");
    await visitor.post(answersC.WhenWasTheAccident!);
    const form = { ...hiddenFields(visitor.screen.html), ...answersC.OtherDriversVehicleType };
    const bare = await send(site.url, "/survey/c", { form });
    expect(bare.status).toBe(200);
    expect(bare.headers["set-cookie"]).toBeUndefined();
    const other = await new JsonVisitor(site.url).open();
    const theirs = await send(site.url, "/survey/c", { form, headers: { Cookie: other.cookie } });
    expect(theirs.status).toBe(303);
    expect(theirs.text).toBe("");
    // An altered field counts as none: the first question follows, with nobody's answers.
    const altered = await send(site.url, "/survey/c", { form: { ...form, visit: `${form.visit}A` } });
    expect(altered.text).toContain('data-step="WhenWasTheAccident"');
  });

  it("a resumed visit says so, and Start over forgets it in this browser", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey-sl?affid=7");
    expect(visitor.screen.html).not.toContain("left off");
    await visitor.post({ firstName: "Maria", lastName: "Lopez", email: "maria@example.com" });
    expect(visitor.screen.html, "on the way").not.toContain("left off");
    await visitor.open("/survey-sl?affid=7");
    expect(visitor.screen.step).not.toBe("NameAndEmail");
    expect(visitor.screen.html).toContain("You’re back where you left off.");
    expect(visitor.screen.html).toContain('value="restart"');
    const old = visitor.cookie;
    await visitor.post({ intent: "restart" });
    expect(visitor.screen).toMatchObject({ step: "NameAndEmail", url: "/survey-sl?affid=7", status: 200 });
    expect(visitor.cookie).not.toBe(old);
    for (const path of ["/survey-sl", "/survey-sl?step=NameAndEmail"]) {
      const { html } = await visitor.open(path);
      expect(html).not.toMatch(/Maria|left off/);
    }
  });
});

describe("a form of a page whose scripts failed", () => {
  it("what scripts could not post comes along with the form", async () => {
    const before = leads().length;
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    const entries = Object.entries(answersC).map(([step, fields], index) => ({
      answer: { step, fields, at: Date.now() - 60_000 + index },
    }));
    const at = entries.findIndex(({ answer }) => answer.step === "NameAndEmail");
    const waiting = JSON.stringify(entries.slice(0, at + 1));
    const { step, fields } = entries[at]!.answer;
    await visitor.post({ ...fields, step, waiting });
    expect(visitor.screen).toMatchObject({ step: "PhoneAndZip", status: 200 });
    // Once more, like a page that was left and posted again: nothing is asked or stored twice.
    await visitor.post({ ...fields, step, waiting });
    expect(visitor.screen.step).toBe("PhoneAndZip");
    await visitor.post(answersC.PhoneAndZip!);
    expect(visitor.screen.url).toContain("thank-you");
    expect(leads()).toHaveLength(before + 1);
  });

  it.each(["not JSON", '{"answer":1}', "[1]"])(
    "a form that brings %s is accepted as it is",
    async (waiting) => {
      const visitor = new FormVisitor(site.url);
      await visitor.open("/survey/c");
      await visitor.post({ ...answersC.WhenWasTheAccident, waiting });
      expect(visitor.screen.step).toBe("OtherDriversVehicleType");
    },
  );
});

const said = (html: string) =>
  html.match(/<div role="status"><p[^>]*>([^<]*)/)?.[1]?.replaceAll("&#x27;", "’");

describe("what a page says of earlier answers", () => {
  it("a question has a helpful remark on the answer before, in the survey's language, even after a reload", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    expect(said(visitor.screen.html)).toBeUndefined();
    for (const option of ["Within 30 Days", "Car", "partially"]) await visitor.post({ option });
    expect(visitor.screen.step).toBe("WasUserInjured");
    const { remarks } = messagesIn("en").pages;
    expect(said(visitor.screen.html)).toBe(remarks.partial_fault.yes);
    await visitor.open(visitor.screen.url);
    expect(said(visitor.screen.html)).toBe(remarks.partial_fault.yes);
    await visitor.post({ option: "Yes" });
    expect(said(visitor.screen.html)).toBe(remarks.physical_injury.Yes);

    const spanish = new FormVisitor(site.url);
    await spanish.open("/survey/v4nv-es");
    while (spanish.screen.step !== "WasUserInjured") {
      const [, option = ""] = spanish.screen.html.match(/name="option" value="([^"]+)"/) ?? [];
      await spanish.post({ option });
    }
    await spanish.post({ option: "Whiplash" });
    expect(said(spanish.screen.html)).toBe(messagesIn("es").pages.remarks.physical_injury.Yes);
  });

  it("a ZIP code is answered with its city, and an exact date is shown in words before the answers are sent", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/v4nv-1to1");
    await answerUpTo(visitor, "v4nv-1to1", "ZipCode");
    expect(said(visitor.screen.html)).toBeUndefined();
    await visitor.post({ zip_code: "33602" });
    expect(said(visitor.screen.html)).toBe("✓ Tampa, Florida");
    await visitor.open("/survey/v4nv-es");
    const date = { injury_month: "3", injury_day: "7", injury_year: "2026", intent: "next" };
    await answerUpTo(visitor, "v4nv-es", "WhenWasTheAccident");
    await visitor.post(date);
    await answerUpTo(visitor, "v4nv-es", "PhoneAndZip");
    expect(visitor.screen.html).toContain("7 de marzo de 2026");
  });

  it("all answers can be read before they are sent, each with a way to change it, and nowhere else", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c?affid=7");
    for (const [step, answer] of Object.entries(answersC)) {
      expect(visitor.screen.step).toBe(step);
      if (step === "PhoneAndZip") break;
      expect(visitor.screen.html).not.toContain(messagesIn("en").screens.check.title);
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

  it("a changed answer leads back to where it was changed, past what it opens, and calls no service again", async () => {
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
    // No address returns to a question that is not ahead.
    await visitor.open("/survey/c?step=AtFault&until=OtherDriversVehicleType");
    await visitor.post({ option: "no" });
    expect(visitor.screen.step).toBe("WasUserInjured");
  });
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

const newest = () => storedLeads(site.databaseFile).at(-1)!.record;

describe("a telephone number", () => {
  it.each([
    ["(679) 234-5678 x12", "(679) 234-5678"],
    ["２１３５５５０１２３", "(213) 555-0123"],
    ["213-555-0123, ask for the driver", "(213) 555-0123"],
  ])("%s is accepted without scripts", async (typed, recorded) => {
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
    ["/survey/c", "213-555-0123 or 310-555-0199", "That’s more than 10 digits."],
    ["/survey/v4nv-es", "213-555-0123 o 310-555-0199", "Son más de 10 dígitos."],
  ])("%s is refused unlike %s", async (path, phone, words) => {
    const visitor = new FormVisitor(site.url);
    await visitor.open(path);
    await answerUpTo(visitor, path.split("/").at(-1)!, "PhoneAndZip");
    await visitor.post({ ...answersC.PhoneAndZip, phone });
    expect(visitor.screen.status).toBe(422);
    expect(visitor.screen.html).toContain(words);
  });
});

describe("what was meant", () => {
  it.each([
    "maria@gmail.com\\x",
    "maria@gmail.com%20",
    "maria@gmail.com;bob@x.com",
    "maria@@gmail.com",
    "maria at gmail dot com",
  ])("the page asks about %s with the probable address, and its button sends that", async (email) => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    while (visitor.screen.step !== "NameAndEmail") await visitor.post(answersC[visitor.screen.step]!);
    await visitor.post({ firstName: "Maria", lastName: "Lopez", email });
    expect(visitor.screen.status).toBe(422);
    const button = /<button type="submit" name="email" value="(maria@gmail\.com)"/.exec(visitor.screen.html);
    // A browser sends the form like this when this button, which precedes the field, is pressed.
    const { url, html } = visitor.screen;
    const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams([
      ...hidden.map(([, name, value]): [string, string] => [name!, value!.replaceAll("&quot;", '"')]),
      ["firstName", "Maria"],
      ["lastName", "Lopez"],
      ["email", button![1]!],
      ["email", email],
    ]).toString();
    const headers = { Cookie: visitor.cookie, "Content-Type": "application/x-www-form-urlencoded" };
    const sent = await send(site.url, url, { body, headers });
    expect(sent.status).toBe(303);
    expect(sent.headers.location).toContain("step=PhoneAndZip");
  });

  it("special characters from Word become what was meant, with and without scripts", async () => {
    const typed = {
      IncidentDescription: { case_description: "A truck hit my car\u000bfrom\u0003 behind. It\u0092s gone." },
      NameAndEmail: { firstName: "Ana\tMaria", lastName: "Rivera\u0000", email: "ana@example.com" },
    };
    const meant = {
      case_description: "A truck hit my car\nfrom behind. It’s gone.",
      first_name: "Ana Maria",
    };
    await walkForms(site.url, "/survey/c", typed);
    expect(newest()).toMatchObject({ ...meant, last_name: "Rivera" });
    const visitor = await new JsonVisitor(site.url).open();
    expect((await visitor.finish(entriesC(typed))).status).toBe(200);
    expect(newest()).toMatchObject({ ...meant, last_name: "Rivera" });
  });
});

/** Starts the site again, and makes it seem that the chart had another name for the second question until then. */
async function deploy(): Promise<void> {
  await site.stop();
  change(site.databaseFile, (db) => db.exec("update visits set machine_version = 'the-one-before'"));
  const renamed = (body: string) => body.replace('"OtherDriversVehicleType"', '"Vehicle"');
  expect(rewrite(site.databaseFile, "visit_log.body", "true", renamed)).toBeGreaterThan(0);
  await site.restart();
}

const lastRecord = () => storedLeads(site.databaseFile).at(-1)!.record;
const given = { at_Fault: "no", physical_injury: "Yes", injury_type: "Hospital", first_name: "Ana" };

describe("a visit that was begun under an older chart", holds("T35"), () => {
  it("continues by forms from a page of that time, is asked what is new, and keeps its answers", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    while (visitor.screen.step !== "PoliceReportFiled") await visitor.post(answersC[visitor.screen.step]!);
    await deploy();

    await visitor.post(answersC.PoliceReportFiled!);
    expect([visitor.screen.status, visitor.screen.step]).toEqual([200, "OtherDriversVehicleType"]);
    const chosen: Record<string, string | undefined> = {};
    while (visitor.screen.step) {
      const { step, html } = visitor.screen;
      const [button = ""] = html.match(/<button[^>]*data-chosen[^>]*>/) ?? [];
      chosen[step] = button.match(/value="([^"]*)"/)?.[1];
      await visitor.post(answersC[step]!);
    }
    expect(chosen).toMatchObject({
      AtFault: "no",
      WasUserInjured: "Yes",
      TypeOfMedicalTreatment: "Hospital",
    });
    expect(visitor.screen.url).toMatch(/^\/survey-thank-you\//);
    expect(lastRecord()).toMatchObject(given);
  });

  it("continues by JSON: a page of that time learns where the visit is", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    await visitor.progress(entriesC().slice(0, 5));
    await deploy();

    const late = await visitor.progress(entriesC().slice(5, 6));
    expect([late.status, JSON.parse(late.text).step]).toEqual([409, steps[1]]);
    // The page loads itself again.
    await visitor.open();
    expect((await visitor.finish(entriesC().slice(1))).status).toBe(200);
    expect(lastRecord()).toMatchObject(given);
  });
});
