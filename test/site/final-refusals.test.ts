import { describe, expect, it } from "vitest";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import type { Store } from "../../services/store/types.ts";
import { answersC } from "../support/answers-c.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { entriesC, JsonVisitor } from "../support/json-visitor.ts";
import { newEmail } from "../support/new-email.ts";
import { query } from "../support/store-reader.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests();

/** What an operator does to the running site's store by a command. */
async function inStore(work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await openStore({ url: site.databaseUrl, now: Date.now, log: silentLog });
  await work(store);
  await store.close();
}

const messagesTo = (email: string) =>
  query<{ status: string; last_error: string | null }>(
    site.databaseFile,
    `select outbox.status, last_error from outbox join leads on leads.id = outbox.lead_id
     where record like '%${email}%' and outbox.status not in ('waiting', 'sending')`,
  );

/** A stranger fills in a survey in this person's name. @returns what the visitor is told, and the messages' ends */
async function consentFor(email: string, phone: string) {
  const visitor = await new JsonVisitor(site.url).open();
  const answers = {
    NameAndEmail: { ...answersC.NameAndEmail!, email },
    PhoneAndZip: { ...answersC.PhoneAndZip!, phone },
  };
  const thanks = await visitor.finish(entriesC(answers));
  const written = email.normalize("NFKC").replace(/\.$/, "");
  await waitFor("the end of its messages", () => messagesTo(written).length > 0);
  return { status: thanks.status, location: JSON.parse(thanks.text).location, ends: messagesTo(written) };
}

describe("a survey filled in in the name of somebody", () => {
  it.each(["do-not-call", "operator", "do-not-sell"] as const)(
    "whose address is on the list as %s reaches no buyer, and its visitor is thanked",
    holds("T38"),
    async (refusal) => {
      const email = newEmail("person");
      await inStore((store) => store.suppressions.add({ email }, refusal, "litigator"));
      const { status, location, ends } = await consentFor(email, "2135550141");
      expect(status).toBe(200);
      expect(location).toMatch(/^\/survey-thank-you\/\?email=person/);
      expect(location).not.toMatch(/held|refus|suppress|do-not/);
      expect(ends).toEqual([
        { status: "held", last_error: expect.stringContaining(`${refusal} by email since`) },
      ]);
      expect(JSON.stringify(site.stubs.leadProsper.requests)).not.toContain(email);
      expect(site.output()).not.toContain(email);
    },
  );

  it("who was erased reaches no buyer", holds("T38"), async () => {
    const email = newEmail("erased");
    expect((await consentFor(email, "2135550142")).ends).toMatchObject([{ status: "delivered" }]);
    await inStore((store) => store.people.erase({ email }));
    // By the number alone, which the erased lead had.
    const again = await consentFor(newEmail("other"), "2135550142");
    expect(again.ends).toEqual([
      { status: "held", last_error: expect.stringContaining("erased by phone since") },
    ]);
  });

  it("is held however the address is written", holds("T39"), async () => {
    const email = newEmail("victim");
    await inStore((store) => store.suppressions.add({ email }, "do-not-call", ""));
    const [name, domain] = email.split("@") as [string, string];
    for (const written of [
      `${name.toUpperCase()}@${domain}`,
      `${name}+tag@${domain}`,
      `${name}@${domain.replace("e", "\uff45")}`,
      `${name}@${domain}.`,
    ]) {
      expect((await consentFor(written, "2135550143")).ends.at(-1), written).toMatchObject({
        status: "held",
      });
    }
  });
});
