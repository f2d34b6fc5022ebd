import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { contactMessage } from "../support/answers.ts";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { storedLeads } from "../support/store-reader.ts";
import { FormVisitor, walkForms } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

async function siteWith(settings: Record<string, string | boolean>): Promise<Site> {
  const site = await startSite(settings);
  onTestFinished(site.close);
  return site;
}

/** What a stub receiver got of a lead. */
async function fieldsAt({ stubs }: Site, receiver: string, leadId: string) {
  const direct = ["lead-prosper", "contact-ingest"].includes(receiver);
  const { received } = direct ? stubs.leadProsper : stubs.ownPosts;
  await waitFor(`the lead at ${receiver}`, () => received.has(`${leadId}.${receiver}`));
  return received.get(`${leadId}.${receiver}`)!.fields;
}

const newest = (site: Site) => storedLeads(site.databaseFile).at(-1)!;

const everyReceiver: [address: string, switches: Record<string, string>][] = [
  ["/survey/e", { "lead-prosper": "LEADPROSPER_TEST", distribution: "DISTRIBUTION_TEST" }],
  ["/survey/f?affid=252", { "transformed-lead": "TRANSFORMED_LEAD_TEST" }],
  ["/survey/ticket", { "ticket-lead": "TICKET_LEAD_TEST" }],
  ["/contact/", { "contact-ingest": "CONTACT_INGEST_TEST" }],
];
const names = everyReceiver.flatMap(([, switches]) => Object.values(switches));
const live = ["LEADPROSPER_TEST", "TRANSFORMED_LEAD_TEST", "CONTACT_INGEST_TEST"];

it.each([
  [live, "77", "77"],
  [names.filter((name) => !live.includes(name)), "none", "10"],
])(
  "a receiver gets tests until its switch is off, the start says so, and a transformed lead has its affiliate: %s",
  holds(509, 510),
  async (off, TRANSFORMED_LEAD_AFFID, affid) => {
    // One person walks through all of them.
    const switches = Object.fromEntries(off.map((name) => [name, "off"]));
    const site = await siteWith({ ...switches, TRANSFORMED_LEAD_AFFID, REPEAT_HOURS: "0" });
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
        expect(site.output()).toContain(
          `\n  ${receiver}: live, ${expected ? "test messages" : "real leads"}`,
        );
      }
    }
  },
);

it("the switch holds where only the mapping service names accounts", holds(487, 510), async () => {
  const none = { LEADPROSPER_CAMPAIGN_ID: "", LEADPROSPER_SUPPLIER_ID: "", LEADPROSPER_KEY: "" };
  const site = await siteWith({ ...none, CONTACT_INGEST_URL: "", LEADPROSPER_TEST: "off" });
  await walkForms(site.url, "/survey/c");
  expect((await fieldsAt(site, "lead-prosper", newest(site).id)).lp_action).toBe("");
  expect(newest(site).record.lp_action).toBe("");
});

it("a lead that waited for settings is sent by the switch that came with them", holds(510), async () => {
  const file = join(mkdtempSync(join(tmpdir(), "claimpath-")), "claimpath.db");
  const before = await startSite({ stubs: false, DATABASE_URL: `file:${file}` });
  await walkForms(before.url, "/survey/e");
  await before.close();
  const off = { LEADPROSPER_TEST: "off", DISTRIBUTION_TEST: "off" };
  const site = await siteWith({ ...off, DATABASE_URL: `file:${file}` });
  const { id } = storedLeads(file).at(-1)!;
  for (const receiver of ["lead-prosper", "distribution"])
    expect((await fieldsAt(site, receiver, id)).lp_action, receiver).toBe("");
});
