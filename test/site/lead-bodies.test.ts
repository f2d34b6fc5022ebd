import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createSeal } from "../../services/guard/signing.ts";
import { given, pageScriptsEnv, startPageScripts } from "../stubs/page-scripts.ts";
import { answersC, contactMessage, newEmail } from "../support/answers.ts";
import { during, siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor, walkForms } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests();

const words = (text: string) => text.trim().split(/\s+/);

/** Spec 3.2 in its own words, except for fields that are posted under another name (the names) or not at all. */
const everywhere = words(`
  at_Fault partial_fault specific_injury pending_dui_charges type_of_alcohol_test_performed bac_level
  prior_alcohol_related_offense physical_injury doctor_treatment active_insurance_policy missed_work
  speaking_with_doctor injury_rx_qualified with_Lawyer interested_in_psf settled_case prior_funding hit_and_run
  hit_and_run_identified uninsured_motorist_coverage case_description accident_type accident_date_button
  months_from_incident_date days_from_incident_date incident_date injury_year injury_month injury_day police_report
  injury_type when_seek_medical_treatment when_seek_medical_treatment_date
  first_name last_name email phone address zip_code city state county ip_address user_agent page_referer
  bad_words is_gibberish name_gibberish name_bad_word enough_words lead_is_qualified
  affid oid sub_id sub_id2 sub_id3 sub_id4 click_id gclid fbclid ef_transaction_id debug_id lp_subid1
  lp_campaign_id lp_supplier_id lp_s2 lp_action landing_page tcpa dq_reason leadid_token trusted_form_cert_id
  trustedform_cert_url language sms_verified time_on_steps prePopPii original_oid original_affid
`);
const ofAccidents = words("accident_limit_exceeded accident_within_last_year state_long");
const ofVariantE = words("landing_page_url jornaya_leadid");
const ofOneToOne = words(`
  1_to_1_consent 1_to_1_result 1_to_1_timeout 1_to_1_dq selected_buyers selected_buyer_names displayed_buyers
  selected_buyers_number selected_buyers_changed all_possible_buyer_names all_possible_buyer_ids
  all_possible_buyers_number
`);
const ofTransformed = words(
  "state_accident_occurred date_accident_occurred settlement_offers injuries_sustained case_type",
);
/** Questions for which the specification names no field. */
const ours = words(`
  case_worth_interest other_vehicle_type in_an_accident required_medical_treatment will_require_medical_treatment
  willing_to_treat funding_amount law_firm_name law_firm_phone date_of_birth ticket_received ticket_state ticket_date
  ageGroup isUSCitizen secured_benefits
`);
/** The visitor's own words beside what rules made of them, and what the services and rules said. */
const explained = words(`
  raw_at_Fault raw_physical_injury raw_doctor_treatment raw_when_seek_medical_treatment raw_accident_date_button
  raw_case_description raw_bad_words derived_fields email_check phone_valid phone_active phone_check psf_candidate
`);
/** LeadProsper's own: the buyer's key, the message's id, and the names its campaigns usually take. */
const ofLeadProsper = words(
  "lp_key message_id at_fault currently_represented tcpa_text landing_page_url jornaya_leadid",
);

type Body = Record<string, unknown>;

/** The stub receivers' bodies of the newest lead, by name, once all have arrived. */
async function bodies(...receivers: string[]): Promise<Body[]> {
  const { id } = storedLeads(site.databaseFile).at(-1)!;
  const { leadProsper, ownPosts } = site.stubs;
  const arrival = (name: string) =>
    (name === "lead-prosper" ? leadProsper : ownPosts).received.get(`${id}.${name}`);
  await waitFor("the lead at its receivers", () => receivers.every(arrival));
  return receivers.map((name) => arrival(name)!.fields);
}

const gift = { case_description: "They promised a gift card after the crash." };

describe("the body of a lead", () => {
  it.each<[address: string, more: Record<string, string[]>]>([
    ["/survey/c", { "lead-prosper": [...ofAccidents, ...ofLeadProsper], "bad-words": ofAccidents }],
    ["/survey/dui", { "lead-prosper": [...ofAccidents, ...ofLeadProsper] }],
    [
      "/survey/e",
      { "lead-prosper": [...ofAccidents, ...ofLeadProsper], distribution: [...ofAccidents, ...ofVariantE] },
    ],
    [
      "/survey/f",
      {
        "lead-prosper": [...ofAccidents, ...ofLeadProsper],
        "transformed-lead": [...ofAccidents, ...ofTransformed],
      },
    ],
    ["/survey/ticket", { "ticket-lead": [] }],
    [
      "/survey/v4nv-1to1",
      { "lead-prosper": [...ofAccidents, ...ofLeadProsper, ...ofOneToOne, "do_not_send_to_dq"] },
    ],
  ])(
    "a lead has every field of the specification, asked or not: %s",
    holds(
      167,
      170,
      171,
      173,
      177,
      180,
      183,
      187,
      188,
      190,
      191,
      198,
      199,
      201,
      202,
      203,
      204,
      467,
      470,
      472,
      474,
    ),
    async (address, more) => {
      await walkForms(site.url, address, { IncidentDescription: gift });
      const all = await bodies(...Object.keys(more));
      for (const [index, own] of Object.values(more).entries()) {
        const body = all[index]!;
        expect(Object.keys(body).sort()).toEqual([...everywhere, ...ours, ...explained, ...own].sort());
        const { partial_fault, bac_level, law_firm_name, injury_day } = body;
        expect([partial_fault, bac_level, law_firm_name, injury_day]).toEqual(["", "", "", ""]);
      }
      // Lists are written with commas where a body is flat.
      if (address === "/survey/v4nv-1to1")
        expect(all[0]).toMatchObject({
          selected_buyer_names: "Stub Law Firm One,Stub Law Firm Two",
          selected_buyers: "101,102,103",
          all_possible_buyer_ids: "8674,101,102,103",
          all_possible_buyers_number: 3,
        });
    },
  );
});

async function siteWith(settings: Record<string, string | boolean>): Promise<Site> {
  const site = await startSite(settings);
  onTestFinished(site.close);
  return site;
}

async function fieldsAt({ stubs }: Site, receiver: string, leadId: string) {
  const direct = ["lead-prosper", "contact-ingest"].includes(receiver);
  const { received } = direct ? stubs.leadProsper : stubs.ownPosts;
  await waitFor(`the lead at ${receiver}`, () => received.has(`${leadId}.${receiver}`));
  return received.get(`${leadId}.${receiver}`)!.fields;
}

const newest = (site: Site) => storedLeads(site.databaseFile).at(-1)!;

const everyReceiver: [address: string, switches: Record<string, string>][] = [
  ["/survey/e", { "lead-prosper": "delivery.lead-prosper-test", distribution: "delivery.distribution-test" }],
  ["/survey/f?affid=252", { "transformed-lead": "delivery.transformed-lead-test" }],
  ["/survey/ticket", { "ticket-lead": "delivery.ticket-lead-test" }],
  ["/contact/", { "contact-ingest": "delivery.contact-ingest-test" }],
];
const names = everyReceiver.flatMap(([, switches]) => Object.values(switches));
const live = ["delivery.lead-prosper-test", "delivery.transformed-lead-test", "delivery.contact-ingest-test"];

describe("a receiver before its switch", () => {
  it.each([
    [live, "77", "77"],
    [names.filter((name) => !live.includes(name)), "none", "10"],
  ])(
    "a receiver gets tests until its switch is off, as the start says, and a transformed lead has its affiliate: %s",
    holds(509, 510),
    async (off, given, affid) => {
      // One person walks through all of them.
      const switches = Object.fromEntries(off.map((name) => [name, "off"]));
      const site = await siteWith({
        ...switches,
        "delivery.transformed-lead-affid": given,
        "delivery.repeat-hours": "0",
      });
      for (const [address, switches] of everyReceiver) {
        if (address === "/contact/") {
          const visitor = new FormVisitor(site.url);
          await visitor.open(address);
          await visitor.post(contactMessage);
        } else await walkForms(site.url, address);
        const { id, record } = newest(site);
        for (const [receiver, name] of Object.entries(switches)) {
          const expected = off.includes(name) ? "" : "test";
          const fields = await fieldsAt(site, receiver, id);
          expect(fields.lp_action, receiver).toBe(expected);
          if (receiver === "transformed-lead") expect(fields).toMatchObject({ affid, oid: "1500" });
          if (["lead-prosper", "ticket-lead"].includes(receiver)) expect(record.lp_action).toBe(expected);
          expect(await site.listServices()).toContain(
            `\n${receiver}: live, ${expected ? "test messages" : "real leads"}`,
          );
        }
      }
    },
  );

  it("the switch applies even where only the mapping service names accounts", holds(487, 510), async () => {
    const none = { LEADPROSPER_CAMPAIGN_ID: "", LEADPROSPER_SUPPLIER_ID: "", LEADPROSPER_KEY: "" };
    const site = await siteWith({ ...none, CONTACT_INGEST_URL: "", "delivery.lead-prosper-test": "off" });
    await walkForms(site.url, "/survey/c");
    expect((await fieldsAt(site, "lead-prosper", newest(site).id)).lp_action).toBe("");
    expect(newest(site).record.lp_action).toBe("");
  });
});

describe("repeated leads", () => {
  const secret = "s".repeat(32);
  const site = siteForTests({
    TRUST_PROXY: "1",
    "delivery.lead-prosper-test": "off",
    SESSION_SECRETS: secret,
  });

  describe("a token that was kept", () => {
    it("does not make a program's visit look ten days long", holds("T48"), async () => {
      const at = Date.now() - 10 * 24 * 60 * 60_000;
      const arrival = { path: "/survey/c", query: { affid: "7" }, referer: "" };
      const visitor = await new JsonVisitor(site.url, "/survey/c", {
        headers: { "X-Forwarded-For": "198.51.200.7" },
      }).open();
      visitor.token = createSeal([secret], "visit token").seal({
        id: "kept-for-long",
        survey: "c",
        at,
        arrival,
      });
      const answers = { NameAndEmail: { ...answersC.NameAndEmail!, email: newEmail("stored-up") } };
      expect((await visitor.finish(entriesC(answers))).status).toBe(200);
      const [lead] = query<{ signs: string; record: string }>(
        site.databaseFile,
        "select signs, record from leads where record like '%stored-up-%'",
      );
      expect(JSON.parse(lead!.signs).tookMs).toBeLessThan(60_000);
      // Where it came from is not lost.
      expect(JSON.parse(lead!.record).affid).toBe("7");
    });
  });
});

describe("Jornaya's verdict", () => {
  const others = during(startPageScripts);
  const site = siteForTests(() => ({
    ...pageScriptsEnv(others),
    "delivery.lead-prosper-first-retry-ms": "100",
  }));
  beforeEach(() => Object.assign(others, { fault: "ok", verdict: "good" }));

  const reason = "the visitor has opted out at Jornaya: do not process this lead";
  let people = 0;
  /** A person without history: a number that has opted out would hold the next lead back too. */
  const person = (email: string) => ({
    NameAndEmail: { ...answersC.NameAndEmail, email },
    PhoneAndZip: { ...answersC.PhoneAndZip, phone: `(213) 555-01${String(++people).padStart(2, "0")}` },
  });
  const messages = (leadId: string) =>
    query<{
      destination: string;
      status: string;
      attempts: number;
      heldMs: number;
      lastError: string | null;
    }>(
      site.databaseFile,
      `select destination, status, attempts, run_at - created_at as heldMs, last_error as lastError
     from outbox where lead_id = ? order by destination`,
      leadId,
    );
  const statusOf = (leadId: string, destination: string) =>
    messages(leadId).find((message) => message.destination === destination)?.status;

  /** A lead whose page had Jornaya's token. @returns its id */
  async function lead(email = newEmail("jornaya")): Promise<string> {
    const visitor = await new JsonVisitor(site.url).open();
    const reported = { leadidToken: given.token };
    await visitor.progress(entriesC(person(email)), { reported });
    expect((await visitor.postLead({ reported })).status).toBe(200);
    return storedLeads(site.databaseFile).at(-1)!.id;
  }
  const bought = (leadId: string) => site.stubs.leadProsper.received.has(`${leadId}.lead-prosper`);

  describe("a lead with a LeadiD token", () => {
    it("is sent to its buyer once Jornaya has been asked, whatever it says about the token", async () => {
      for (const verdict of ["good", "bad"] as const) {
        others.verdict = verdict;
        const id = await lead();
        await waitFor("the sale", () => bought(id));
        expect(messages(id)[0]).toMatchObject({ destination: "jornaya-audit", attempts: 1 });
      }
    });

    it("is not sold when its visitor has opted out there, and the visitor's later leads are not either", async () => {
      others.verdict = "opted-out";
      const email = newEmail("opted-out");
      const id = await lead(email);
      await waitFor("the verdict", () => statusOf(id, "jornaya-audit") === "rejected");
      expect(messages(id)).toMatchObject([
        { destination: "jornaya-audit", status: "rejected", lastError: reason },
        { destination: "lead-prosper", status: "suppressed", attempts: 0, lastError: `not sent: ${reason}` },
      ]);
      const listed = query<{ kind: string }>(
        site.databaseFile,
        "select kind from suppressions where reason = ? order by kind",
        reason,
      );
      expect(listed).toEqual([{ kind: "email" }, { kind: "phone" }]);
      expect(bought(id)).toBe(false);
    });

    it("is not sold either when a form without scripts brought the token", async () => {
      others.verdict = "opted-out";
      const visitor = new FormVisitor(site.url);
      await visitor.open("/survey/c");
      const answers = { ...answersC, ...person(newEmail("plain")) };
      for (const answer of Object.values(answers))
        await visitor.post({ universal_leadid: given.token, ...answer });
      const { id } = storedLeads(site.databaseFile).at(-1)!;
      await waitFor("the verdict", () => statusOf(id, "lead-prosper") === "suppressed");
      expect(bought(id)).toBe(false);
    });

    it("waits for Jornaya's verdict when it is late, for a minute at most", async () => {
      others.fault = "5xx";
      const id = await lead();
      await waitFor(
        "the first try",
        () => messages(id)[0]!.attempts === 1 && messages(id)[0]!.status === "waiting",
      );
      expect(messages(id)[1]).toMatchObject({
        destination: "lead-prosper",
        status: "waiting",
        attempts: 0,
        heldMs: 60_000,
      });
      expect(bought(id)).toBe(false);
    });
  });

  it("that has no token waits for nobody", async () => {
    others.fault = "5xx";
    const visitor = await new JsonVisitor(site.url).open();
    await visitor.finish(entriesC(person(newEmail("no-token"))));
    const { id } = storedLeads(site.databaseFile).at(-1)!;
    expect(messages(id)).toMatchObject([{ destination: "lead-prosper", heldMs: 0 }]);
  });
});
