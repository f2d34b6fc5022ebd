import { describe, expect, it } from "vitest";
import { answersC, contactMessage } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";
import { counts, query, storedLeads } from "../support/store-reader.ts";
import { type Answer, entriesC, FormVisitor, hiddenFields, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests();

const good = {
  typeOfAccident: "Truck Accident",
  firstName: "Ana",
  lastName: "O'Rivera <b>",
  email: "ana.contact@example.com",
  phoneNumber: "(213) 555-0123",
  message: 'A truck hit "us" & left.\r\nPlease call.',
};

async function filled(form: Record<string, string>): Promise<FormVisitor> {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/contact/");
  await visitor.post(form);
  return visitor;
}

describe("the contact form", () => {
  it.each([
    ["typeOfAccident", "Boat", "Select the type of accident."],
    ["firstName", " ", "Enter your first name."],
    ["lastName", "", "Enter your last name."],
    ["email", "ana@example", "Enter an email address like name@example.com."],
    ["phoneNumber", "555-0123", "Enter a US phone number with 10 digits"],
    ["message", "\r\n ", "Write your message."],
  ])(
    "explains what is wrong with %s and keeps the rest",
    holds(165, 388, 389, 390),
    async (field, value, words) => {
      const { screen } = await filled({ ...good, [field]: value });
      expect(screen.status).toBe(422);
      const read = screen.html.replace(/<script.*?<\/script>/gs, "");
      expect(read.split(words).length - 1, "in the summary and at the field").toBe(2);
      expect(screen.html).toMatch(new RegExp(`<a href="#[^"]*${field}[^"]*"`));
      const kept = Object.entries(good).filter(([name]) => name !== field && name !== "typeOfAccident");
      const shown = screen.html
        .replaceAll("\r\n", "\n")
        .replaceAll("&quot;", '"')
        .replaceAll("&#x27;", "'")
        .replaceAll("&amp;", "&");
      for (const [, text] of kept) {
        expect(shown).toContain(text.replaceAll("\r\n", "\n").replace("<b>", "&lt;b&gt;"));
      }
      if (field !== "typeOfAccident")
        expect(screen.html).toMatch(/<option[^>]*selected=""[^>]*>Truck Accident/);
      expect(counts(site.databaseFile).leads).toBe(0);
    },
  );

  it("names every error of an empty form at once", holds(387), async () => {
    const { screen } = await filled({});
    expect(screen.status).toBe(422);
    expect(screen.html.match(/<a href="#/g)?.length).toBeGreaterThanOrEqual(6);
    expect(screen.html).toContain("There is a problem");
  });

  it("stores a message once however often sent, and forwards it as specified", holds(82, 465), async () => {
    const before = counts(site.databaseFile);
    const visitor = new FormVisitor(site.url);
    const { html } = await visitor.open("/contact/");
    const form = { ...hiddenFields(html), ...good };
    const headers = { Referer: `${site.url}/contact/`, "User-Agent": "tester" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(site.url, "/contact/", { form, headers })),
    );
    for (const { status, headers } of answers) {
      expect([status, headers.location]).toEqual([303, "/contact/?sent=1"]);
    }
    expect((await visitor.open("/contact/?sent=1")).html).toContain("Form was submitted");
    const { leads, consents, outbox } = before;
    expect(counts(site.databaseFile)).toMatchObject({ leads: leads + 1, consents, outbox: outbox + 1 });
    const lead = storedLeads(site.databaseFile).at(-1);
    expect(lead).toMatchObject({ kind: "contact", qualified: null });

    const messageId = `${lead!.id}.contact-ingest`;
    const { received } = site.stubs.leadProsper;
    await waitFor("the delivery", () => received.has(messageId));
    const { times, path, fields } = received.get(messageId)!;
    expect([times, path]).toEqual([1, "/contact"]);
    expect(fields).toEqual({
      type_of_accident: "Truck Accident",
      first_name: "Ana",
      last_name: "O'Rivera <b>",
      email: "ana.contact@example.com",
      phone: "2135550123",
      message: 'A truck hit "us" & left.\nPlease call.',
      ip_address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      user_agent: "tester",
      page_referer: `${site.url}/contact/`,
      landing_page: site.url,
      landing_page_url: site.url,
      lp_campaign_id: "1",
      lp_supplier_id: "2",
      lp_key: "stub-key",
      lp_action: "test",
      message_id: messageId,
    });
  });

  it("thanks the visitor although the receiver is down, and delivers later", holds(83, 466), async () => {
    site.stubs.leadProsper.fault = "5xx";
    const { screen } = await filled({ ...good, firstName: "Later" });
    expect(screen.html).toContain("Form was submitted");
    await waitFor("a failed attempt", () => {
      const sql = "select count(*) as n from outbox_attempts where outcome = 'failed'";
      return query<{ n: number }>(site.databaseFile, sql)[0]!.n > 0;
    });
    site.stubs.leadProsper.fault = "ok";
    const { received } = site.stubs.leadProsper;
    await waitFor("the delivery", () =>
      [...received.values()].some(({ fields }) => fields.first_name === "Later"),
    );
  });

  it("accepts a message from an unknown form, rather than lose it", async () => {
    const before = counts(site.databaseFile).leads;
    for (const form of ["forged", ""]) {
      expect((await send(site.url, "/contact/", { form: { ...good, form } })).status).toBe(303);
    }
    expect(counts(site.databaseFile).leads).toBe(before + 2);
  });

  it("does not let a post choose the fields or the page of its answer", async () => {
    const lies = { lp_key: "x", ip_address: "1.2.3.4", location: "//evil.test", redirect: "//evil.test" };
    const answer = await send(site.url, "/contact/", { form: { ...good, ...lies, firstName: "Liar" } });
    expect(answer.headers.location).toBe("/contact/?sent=1");
    const { record } = storedLeads(site.databaseFile).at(-1)!;
    expect(record).toMatchObject({ first_name: "Liar", ip_address: expect.not.stringContaining("1.2.3.4") });
    expect(record).not.toHaveProperty("lp_key");
  });
});

const trap = { subject: "Cheap watches" };
const newest = () =>
  query<{ id: string; signs: string }>(site.databaseFile, "select id, signs from leads order by id desc")[0]!;
const signs = () => JSON.parse(newest().signs);
const aTime = expect.toSatisfy((ms) => Number.isInteger(ms) && ms >= 0);

/** @param more what is sent with the answer to this step */
async function throughSurvey(more: { step: string; fields: Answer }): Promise<void> {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/c");
  while (visitor.screen.step) {
    const { step, html } = visitor.screen;
    expect(html.includes('name="subject"'), step).toBe(step === "PhoneAndZip");
    await visitor.post({ ...answersC[step], ...(step === more.step && more.fields) });
  }
}

describe("the field that only programs fill in", () => {
  describe("a survey's last step", holds("T28"), () => {
    it("has a field that programs fill in: the lead is kept and marked", async () => {
      await throughSurvey({ step: "PhoneAndZip", fields: trap });
      expect(signs()).toEqual({ tookMs: aTime, trapFilled: true });
      const { stdout } = await runCommand(`leads show ${newest().id}`, {
        DATABASE_URL: `file:${site.databaseFile}`,
      });
      expect(stdout).toContain("Perhaps made by a program: the hidden field was filled in");
      expect(stdout).not.toContain("watches");
    });

    it("marks no visitor who left the field empty, as browsers post it", async () => {
      await throughSurvey({ step: "PhoneAndZip", fields: { subject: "" } });
      expect(signs()).toEqual({ tookMs: aTime, trapFilled: false });
    });

    it("marks answers that came as JSON, too", async () => {
      const visitor = await new JsonVisitor(site.url).open();
      const last = { ...answersC.PhoneAndZip!, ...trap };
      await visitor.progress(entriesC({ PhoneAndZip: last }));
      expect((await visitor.postLead()).status).toBe(200);
      expect(signs().trapFilled).toBe(true);
    });
  });

  it("the contact form has the same field, and its message is kept", async () => {
    for (const more of [{}, trap]) {
      const page = await send(site.url, "/contact/");
      expect(page.text).toMatch(/<label>Leave this field empty<input[^>]* name="subject"/);
      const form = {
        ...hiddenFields(page.text),
        ...contactMessage,
        ...more,
      };
      expect((await send(site.url, "/contact/", { form })).headers.location).toBe("/contact/?sent=1");
      expect(signs()).toEqual({ tookMs: aTime, trapFilled: more === trap });
    }
  });

  it("the do-not-sell form has the same field, and its request counts like any other", async () => {
    const path = "/do-not-sell-my-information/";
    const page = await send(site.url, path);
    const form = { ...hiddenFields(page.text), email: "odd@example.com", ...trap };
    expect((await send(site.url, path, { form })).headers.location).toBe(`${path}?done=all`);
    const rows = query<{ reason: string }>(site.databaseFile, "select reason from suppressions");
    expect(rows.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^do-not-sell, the hidden field was filled in/),
    ]);
  });
});
