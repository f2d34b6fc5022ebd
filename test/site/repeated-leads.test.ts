import { describe, expect, it } from "vitest";
import { createSeal } from "../../services/guard/signing.ts";
import { answersC, newEmail } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { query } from "../support/store-reader.ts";
import { entriesC, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const secret = "s".repeat(32);
const site = siteForTests({ TRUST_PROXY: "1", LEADPROSPER_TEST: "off", SESSION_SECRETS: secret });

type Row = { lead_id: string; status: string; last_error: string | null };
const messagesOf = (name: string) =>
  query<Row>(
    site.databaseFile,
    `select lead_id, outbox.status, last_error from outbox join leads on leads.id = outbox.lead_id
     where record like '%${name}-%' and destination = 'lead-prosper' order by outbox.status`,
  );
const env = () => ({ ...site.stubs.env, DATABASE_URL: site.databaseUrl, SESSION_SECRETS: secret });

let visitors = 0;
/** Another person from another address has filled in a survey with this number, and is to send it. */
async function filledIn(phone: string) {
  const headers = { "X-Forwarded-For": `198.51.${++visitors}.7` };
  const visitor = await new JsonVisitor(site.url, "/survey/c", { headers }).open();
  const answers = {
    NameAndEmail: { ...answersC.NameAndEmail!, email: newEmail("repeated") },
    PhoneAndZip: { ...answersC.PhoneAndZip!, phone },
  };
  expect((await visitor.progress(entriesC(answers))).status).toBe(200);
  return visitor;
}

describe("leads of one number", () => {
  it("are all stored and thanked for, and the buyer gets one", holds("T47"), async () => {
    const visitors: JsonVisitor[] = [];
    while (visitors.length < 8) visitors.push(await filledIn("2135550161"));
    const thanks = await Promise.all(visitors.map((visitor) => visitor.postLead()));
    for (const { status, text } of thanks) {
      expect(status).toBe(200);
      expect(JSON.parse(text).location).toMatch(/^\/survey-thank-you\/\?email=repeated/);
    }
    await waitFor("the end of each", () =>
      messagesOf("repeated").every(({ status }) => ["delivered", "held"].includes(status)),
    );
    const ends = messagesOf("repeated");
    expect(ends.map(({ status }) => status)).toEqual(["delivered", ...Array(7).fill("held")]);
    const received = [...site.stubs.leadProsper.received.values()];
    expect(received.filter(({ fields }) => String(fields.email).startsWith("repeated-"))).toHaveLength(1);

    const [delivered, held] = ends as [Row, Row];
    const story = await runCommand(`leads show ${held.lead_id}`, env());
    expect(story.stdout).toContain(
      `held, held: lead 2 of one phone number, where 1 is usual within 24 h; the one before is ${delivered.lead_id}`,
    );
    const again = await runCommand(`outbox retry ${held.lead_id}.lead-prosper`, env());
    expect(again.stdout).toBe("1 message requeued\n");
    await waitFor("the operator's decision", () =>
      messagesOf("repeated").some((row) => row.lead_id === held.lead_id && row.status === "delivered"),
    );
    const sent = await runCommand(`leads show ${held.lead_id}`, env());
    expect(sent.stdout).toContain(
      "sent to lead-prosper all the same: lead 2 of one phone number, where 1 is usual",
    );
  });
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
