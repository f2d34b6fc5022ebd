import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Fault } from "../stubs/faults.ts";
import { answersC } from "../support/answers-c.ts";
import { type Answer, FormVisitor } from "../support/form-visitor.ts";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { storedLeads } from "../support/store-reader.ts";
import { waitFor } from "../support/wait-for.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterEach(() => {
  for (const stub of outside()) stub.fault = "ok";
});
afterAll(() => site.close());

/** Every service that is asked while a visitor waits. */
const outside = () => {
  const { ipqs, zipLookup, gibberish, leadExchange } = site.stubs;
  return [ipqs, zipLookup, gibberish, leadExchange];
};

/** A whole visit through the forms. */
async function visit(changed: Record<string, Answer> = {}, query = ""): Promise<FormVisitor> {
  const visitor = new FormVisitor(site.url);
  await visitor.open(`/survey/c${query}`);
  for (const [step, answer] of Object.entries({ ...answersC, ...changed })) {
    if (visitor.screen.step === step) await visitor.post(answer);
  }
  return visitor;
}

const newest = () => storedLeads(site.databaseFile).at(-1)!;

describe("a visitor who is disqualified", () => {
  it.each<[string, Record<string, Answer>, string]>([
    ["has a lawyer", { HasLawyer: { option: "yes" } }, "have_attorney|yes"],
    [
      "wants a new lawyer",
      { HasLawyer: { option: "yes_but_I_want_a_new_lawyer" } },
      "have_attorney|yes_but_I_want_a_new_lawyer",
    ],
    [
      "waited too long",
      { WhenWasTheAccident: { injury_month: "5", injury_day: "4", injury_year: "2015" } },
      "date|accident_limit_exceeded",
    ],
    [
      "typed gibberish",
      { IncidentDescription: { case_description: "xkcdqwrtp zzxcvbnm qwrtpsdf ghjklzxcv" } },
      "is_gibberish|yes",
    ],
  ])("sees the same thanks, and the address says why: %s", async (_name, changed, reason) => {
    const { screen } = await visit(changed);
    const asked = new URL(screen.url, site.url);
    expect([screen.status, asked.pathname]).toEqual([200, "/survey-thank-you/"]);
    expect(asked.searchParams.get("q")).toBe("n");
    expect(asked.searchParams.get("dq_reason")).toBe(reason);
    expect(screen.html).not.toMatch(/disqualif|unqualif|sorry/i);
    expect(newest()).toMatchObject({ qualified: 0, dqReason: reason, location: screen.url });
    expect(newest().record).toMatchObject({ lead_is_qualified: "no", dq_reason: reason });
  });

  it("is flagged in the address where the path says so, and thanked at its own page", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey-sd/v3b");
    for (const answer of Object.values({ ...answersC, HasLawyer: { option: "yes" } }))
      await visitor.post(answer);
    expect(visitor.screen.url).toMatch(/^\/survey-thank-you-v3b\/\?.*affid=340.*&is_disqualified=true$/);
    expect(newest().record).toMatchObject({ oid: "152", affid: "340" });
  });
});

describe("a check that refuses", () => {
  const email = (address: string) => ({ ...answersC.NameAndEmail, email: address });

  it("asks for another e-mail address, in words, and blocks it the second time", holds(452), async () => {
    const visitor = await visit({ NameAndEmail: email("bad@example.com") });
    expect(visitor.screen).toMatchObject({ status: 422, step: "NameAndEmail" });
    expect(visitor.screen.html).toContain("This email address does not seem to receive mail.");
    expect(visitor.screen.html).toMatch(/<title>Error: /);
    expect(visitor.screen.html).toContain('value="Rivera"');
    expect(visitor.screen.html).toContain('value="bad@example.com"');
    await visitor.post(email("BAD@example.com "));
    expect(visitor.screen.status).toBe(422);
    expect(visitor.screen.html).toContain("We cannot accept this email address.");
    await visitor.post(email("someone@mailinator.com"));
    expect(visitor.screen.html).toContain("This email address does not seem to receive mail.");
    await visitor.post(email("ana@example.com"));
    await visitor.post(answersC.PhoneAndZip!);
    expect(visitor.screen.url).toMatch(/^\/survey-thank-you\/\?email=ana%40example.com/);
    expect(newest().record).toMatchObject({ email: "ana@example.com", email_check: "good" });
  });

  it("asks for another phone number and keeps what was typed", async () => {
    const { screen } = await visit({ PhoneAndZip: { phone: "(113) 555-0123", zip_code: "90210" } });
    expect(screen).toMatchObject({ status: 422, step: "PhoneAndZip" });
    expect(screen.html).toContain("This phone number does not seem to be in use.");
    expect(screen.html).toContain('value="90210"');
  });
});

describe("services that are down", () => {
  it.each<Fault>(["down", "5xx", "429", "4xx", "garbage", "html", "redirect", "cut"])(
    "stop no visitor, and the lead says what was not checked: %s",
    holds(357, 446, 451, 481),
    async (fault) => {
      for (const stub of outside()) stub.fault = fault;
      const { screen } = await visit({
        NameAndEmail: { ...answersC.NameAndEmail, email: "bad@example.com" },
      });
      expect(screen.url).toMatch(/^\/survey-thank-you\/\?.*city=Beverly\+Hills.*&q=y$/);
      expect(newest().record).toMatchObject({
        email_check: "unchecked",
        phone_check: "unchecked",
        is_gibberish: "",
        lead_is_qualified: "yes",
        // The packed table stands in for the look-up.
        state: "CA",
      });
    },
  );
});

describe("the buyer", () => {
  it("receives a lead once, in LeadProsper's own format", async () => {
    const query = "?affid=7&oid=57&s1=abc&sub2=x&gclid=Cj0K&_ef_transaction_id=ef9&name=Mallory";
    await visit({ PhoneAndZip: { phone: "213.555.0123", zip_code: "90210-1234" } }, query);
    const { id } = newest();
    const messageId = `${id}.lead-prosper`;
    const { received, requests } = site.stubs.leadProsper;
    await waitFor("the delivery", () => received.has(messageId));
    const { times, path, fields } = received.get(messageId)!;
    expect([times, path]).toEqual([1, "/direct_post"]);
    expect(requests.find(({ body }) => body.includes(messageId))).toMatchObject({
      method: "POST",
      type: "application/json",
    });
    expect(fields).toMatchObject({
      lp_campaign_id: "51",
      lp_supplier_id: "61",
      lp_key: "mapped-key-51",
      lp_action: "test",
      lp_subid1: "abc",
      message_id: messageId,
      first_name: "Ana",
      last_name: "Rivera",
      email: "ana.rivera@example.com",
      phone: "2135550123",
      zip_code: "90210",
      city: "Beverly Hills",
      state: "CA",
      county: "Los Angeles",
      at_fault: "no",
      currently_represented: "no",
      physical_injury: "yes",
      affid: "7",
      oid: "57",
      sub_id2: "x",
      gclid: "Cj0K",
      ef_transaction_id: "ef9",
      ip_address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      landing_page_url: site.url,
      tcpa_text: expect.stringContaining("By"),
      incident_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      time_on_steps: expect.stringMatching(/^WhenWasTheAccident:\d+\|/),
      lead_is_qualified: "yes",
    });
    expect(fields).not.toHaveProperty("name");
  });
});
