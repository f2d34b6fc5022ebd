import { beforeEach, describe, expect, it } from "vitest";
import { given, pageScriptsEnv, startPageScripts } from "../stubs/page-scripts.ts";
import { answersC, newEmail } from "../support/answers.ts";
import { during, siteForTests } from "../support/during.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const others = during(startPageScripts);
const site = siteForTests(() => ({ ...pageScriptsEnv(others), LEADPROSPER_FIRST_RETRY_MS: "100" }));
beforeEach(() => Object.assign(others, { fault: "ok", verdict: "good" }));

const reason = "the visitor has opted out at Jornaya: do not process this lead";
let people = 0;
/** Somebody whom nothing is known of: a number that has opted out would hold the next lead back too. */
const person = (email: string) => ({
  NameAndEmail: { ...answersC.NameAndEmail, email },
  PhoneAndZip: { ...answersC.PhoneAndZip, phone: `(213) 555-01${String(++people).padStart(2, "0")}` },
});
const messages = (leadId: string) =>
  query<{ destination: string; status: string; attempts: number; heldMs: number; lastError: string | null }>(
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
  it("goes to its buyer once Jornaya has been asked, whatever it says of the token", async () => {
    for (const verdict of ["good", "bad"] as const) {
      others.verdict = verdict;
      const id = await lead();
      await waitFor("the sale", () => bought(id));
      expect(messages(id)[0]).toMatchObject({ destination: "jornaya-audit", attempts: 1 });
    }
  });

  it("is not sold when its visitor has opted out there, who is sold to nobody from then on", async () => {
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

  it("waits for Jornaya's verdict while it gives none, and a minute at most", async () => {
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

it("a lead without a token waits for nobody", async () => {
  others.fault = "5xx";
  const visitor = await new JsonVisitor(site.url).open();
  await visitor.finish(entriesC(person(newEmail("no-token"))));
  const { id } = storedLeads(site.databaseFile).at(-1)!;
  expect(messages(id)).toMatchObject([{ destination: "lead-prosper", heldMs: 0 }]);
});
