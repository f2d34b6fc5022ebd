import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { contactMessage } from "../support/contact-message.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { storedLeads } from "../support/store-reader.ts";
import { waitFor } from "../support/wait-for.ts";
import { walkForms } from "../support/walk-forms.ts";

async function siteWith(settings: Record<string, string | boolean>): Promise<Site> {
  const site = await startSite(settings);
  onTestFinished(site.close);
  return site;
}

/** What a stub receiver got as lp_action of a message. */
async function actionAt({ stubs }: Site, receiver: string, leadId: string): Promise<unknown> {
  const direct = ["lead-prosper", "contact-ingest"].includes(receiver);
  const { received } = direct ? stubs.leadProsper : stubs.ownPosts;
  await waitFor(`the lead at ${receiver}`, () => received.has(`${leadId}.${receiver}`));
  return received.get(`${leadId}.${receiver}`)!.fields.lp_action;
}

const newest = (site: Site) => storedLeads(site.databaseFile).at(-1)!;

const everyReceiver = [
  ["/survey/e", "lead-prosper", "LEADPROSPER_TEST"],
  ["/survey/e", "distribution", "DISTRIBUTION_TEST"],
  ["/survey/f", "transformed-lead", "TRANSFORMED_LEAD_TEST"],
  ["/survey/ticket", "ticket-lead", "TICKET_LEAD_TEST"],
  ["/contact/", "contact-ingest", "CONTACT_INGEST_TEST"],
] as const;

it("every receiver gets tests until its switch is off, and the start says so", holds(509, 510), async () => {
  const live = ["LEADPROSPER_TEST", "TRANSFORMED_LEAD_TEST", "CONTACT_INGEST_TEST"];
  const switched = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, "off"]));
  const others = everyReceiver.map(([, , name]) => name).filter((name) => !live.includes(name));
  for (const off of [live, others]) {
    // One person walks through all of them.
    const site = await siteWith({ ...switched(off), REPEAT_HOURS: "0" });
    for (const [address, receiver, name] of everyReceiver) {
      if (address === "/contact/") {
        const visitor = new FormVisitor(site.url);
        await visitor.open(address);
        await visitor.post(contactMessage);
      } else await walkForms(site.url, address);
      const { id, record } = newest(site);
      const expected = off.includes(name) ? "" : "test";
      expect(await actionAt(site, receiver, id), receiver).toBe(expected);
      if (["lead-prosper", "ticket-lead"].includes(receiver)) expect(record.lp_action).toBe(expected);
      const words = `${receiver}: live, ${expected ? "test messages" : "real leads"}`;
      expect(
        site
          .output()
          .split("\n")
          .some((line) => line.trim().startsWith(words)),
        words,
      ).toBe(true);
    }
  }
});

it("the switch holds where only the mapping service names accounts", holds(487, 510), async () => {
  const none = { LEADPROSPER_CAMPAIGN_ID: "", LEADPROSPER_SUPPLIER_ID: "", LEADPROSPER_KEY: "" };
  const site = await siteWith({ ...none, CONTACT_INGEST_URL: "", LEADPROSPER_TEST: "off" });
  await walkForms(site.url, "/survey/c");
  expect(await actionAt(site, "lead-prosper", newest(site).id)).toBe("");
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
  expect(await actionAt(site, "lead-prosper", id)).toBe("");
  expect(await actionAt(site, "distribution", id)).toBe("");
});

it.each([
  ["", "1000350"],
  ["77", "77"],
  ["none", "10"],
])("TRANSFORMED_LEAD_AFFID=%s makes a lead's affiliate %s", holds(509, 510), async (affid, expected) => {
  const site = await siteWith({ TRANSFORMED_LEAD_AFFID: affid });
  await walkForms(site.url, "/survey/f?affid=252");
  const message = `${newest(site).id}.transformed-lead`;
  const { received } = site.stubs.ownPosts;
  await waitFor("the transformed lead", () => received.has(message));
  expect(received.get(message)!.fields).toMatchObject({ affid: expected, oid: "1500" });
});
