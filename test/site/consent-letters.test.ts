import { createServer, type Socket } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { walkSurvey } from "../specification/survey-walk.ts";
import { attachmentOf, startSmtp } from "../stubs/smtp.ts";
import { during, siteForTests } from "../support/during.ts";
import { destinationsIn } from "../support/files.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";
import type { Site } from "../support/site.ts";
import { FormVisitor, JsonVisitor } from "../support/visitors.ts";

const files: { remove(): void }[] = [];
afterAll(() => {
  for (const file of files) file.remove();
});
/** A site whose consents are witnessed by letters of this server. */
const settingsFor = (smtp: string) => {
  const file = destinationsIn(
    `destinations:\n  desk: { kind: email, smtp: "${smtp}", from: site@example.com, to: desk@example.com, takes: messages }`,
  );
  files.push(file);
  return {
    CLAIMPATH_FILE: file.path,
    "consents.witness-email": "auditor@example.org",
    "consents.witness-minutes": "0",
  };
};
/** A site whose visitors can ask for letters. */
const receiptsFor = (smtp: string) => ({
  CLAIMPATH_FILE: settingsFor(smtp).CLAIMPATH_FILE,
  "limits.receipts-per-day": "3",
  "company.time-zone": "America/Chicago",
});
const makeLead = async (site: Site) => (await (await new JsonVisitor(site.url).open()).finish()).status;
const published = async (site: Site) =>
  JSON.parse((await send(site.url, "/.well-known/consent-log")).text || "{}").head as string | undefined;

describe("a mailbox that witnesses the log", holds("T57"), () => {
  const smtp = during(startSmtp);
  const site = siteForTests(() => settingsFor(smtp.url));

  it("gets a later head with all that it missed while its server was busy", async () => {
    smtp.refuse = 451;
    expect(await makeLead(site)).toBe(200);
    await expect
      .poll(() => site.output())
      .toMatch(/"event":"consent_log\.witness_failed","destination":"email"/);
    smtp.refuse = undefined;
    expect(await makeLead(site)).toBe(200);
    const newest = () => JSON.parse(attachmentOf(smtp.letters.at(-1)!)).head;
    await expect.poll(() => smtp.letters.length).toBeGreaterThan(0);
    expect(newest()).toContain("\n3\n");
    expect(newest()).toBe(await published(site));
    expect(smtp.letters.at(-1)).toContain("To: auditor@example.org");
  });
});

describe("a mail server that takes connections and says nothing", holds("T57"), () => {
  const open = new Set<Socket>();
  const silent = during(
    () =>
      new Promise<ReturnType<typeof createServer>>((resolve) => {
        const server = createServer((socket) => {
          open.add(socket);
          socket.on("error", () => {}).on("close", () => open.delete(socket));
        });
        server.listen(0, "127.0.0.1", () => resolve(server));
      }),
    (server) => void server.close(),
  );
  const site = siteForTests(() => {
    const address = silent.address.call(silent);
    return settingsFor(`smtp://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
  });

  it("keeps no lead waiting", async () => {
    expect(await makeLead(site)).toBe(200);
    let answeredMeanwhile = false;
    for (let leads = 0; leads < 3 && !answeredMeanwhile; leads++) {
      await expect.poll(() => open.size).toBeGreaterThan(0);
      const letters = [...open];
      expect(await makeLead(site)).toBe(200);
      answeredMeanwhile = letters.some((letter) => open.has(letter));
    }
    // A lead that waited for its letter would be answered when every earlier letter has been given up.
    expect(answeredMeanwhile).toBe(true);
  });
});

describe("what a visitor keeps", () => {
  const smtp = during(startSmtp);
  const site = siteForTests(() => receiptsFor(smtp.url));
  const silent = siteForTests();
  const generous = siteForTests(() => receiptsFor(smtp.url));
  const sendForm = (path: string, lead: FormVisitor) => lead.request(path, { page: thanks, lang: "en" });
  const thanks = "/survey-thank-you/";
  const shown = ({ html }: { html: string }) =>
    /<section[^>]* data-receipt.*?<\/section>/s
      .exec(html)?.[0]
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");

  async function sentBy(where: Pick<Site, "url" | "databaseFile">, who: Record<string, string> = {}) {
    const visitor = new FormVisitor(where.url);
    const { lead, consent, end } = await walkSurvey(where, "/survey/c", { NameAndEmail: who }, { visitor });
    return { visitor, lead, consent, end };
  }
  const sentAs = async (email: string, where: Site = site) => (await sentBy(where, { email })).visitor;

  it("is shown only by the browser that sent it: a reference, a time, and the consent word for word", async () => {
    const { lead, consent, end } = await sentBy(silent);
    const receipt = shown(end)!;
    expect(receipt).toContain(lead.id.slice(0, 18).toUpperCase());
    const quote = /<blockquote[^>]*>(.*?)<\/blockquote>/s.exec(end.html)![1]!;
    const paragraphs = [...quote.matchAll(/<span[^>]*>(.*?)<\/span>/gs)].map(([, words]) => words!);
    expect(quote.replace(/<[^>]+>/g, ""), "byte for byte").toBe(consent.text);
    expect(paragraphs.map((words) => words.split(" ").slice(0, 2).join(" "))).toEqual([
      "By pressing",
      "I agree",
      "My consent",
      "I can",
    ]);
    // In the zone of the visitor's state; the company's is another.
    expect(receipt).toMatch(/[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M P[SD]T/);
    expect(receipt, "in apps that cannot print").toContain("take a screenshot");
    expect(receipt).not.toMatch(/Rivera|555-0123|90210|@/);
    expect(receipt, "no letter is offered where none can be sent").not.toContain("Email");
    expect(shown(await new FormVisitor(silent.url).open(end.url))).toBeUndefined();
  });

  it("is e-mailed once, up to the operator's daily limit", async () => {
    const { visitor, lead, consent, end } = await sentBy(site);
    expect(shown(end)).toContain("Email me a copy");
    const sent = await sendForm("/receipt", visitor);
    expect(sent.url).toBe(`${thanks}?receipt=sent`);
    expect(shown(sent)).toContain("We have emailed you a copy.");
    await sendForm("/receipt", visitor);
    expect(smtp.letters).toHaveLength(1);
    expect(smtp.recipients).toEqual([[lead.record.email]]);
    const [letter] = smtp.letters;
    expect(letter).toContain(lead.id.slice(0, 18).toUpperCase());
    expect(letter!.replace(/=\r\n/g, "").replace(/\s+/g, " ")).toContain(consent.text.slice(-60));
    // One block of lines, a paragraph of the consent each.
    expect(letter!.replace(/=\r\n/g, "")).toMatch(
      /\r\n\r\nBy pressing .+\r\nI agree .+\r\nMy consent .+\r\nI can withdraw .+\r\n\r\n/,
    );
    expect(letter).toMatch(/ [AP]M P[SD]T/);
    expect(letter).not.toMatch(/Rivera|555-0123|90210/);

    for (const [index, outcome] of ["sent", "unsent"].entries()) {
      const { visitor: other } = await sentBy(site);
      expect((await sendForm("/receipt", other)).url, `visitor ${index}`).toContain(`receipt=${outcome}`);
    }
    expect(smtp.letters, "one mailbox gets no more in a day").toHaveLength(2);
    expect((await sendForm("/receipt", new FormVisitor(site.url))).url).toContain("receipt=unsent");
    const outcomes: string[] = [];
    for (const mailbox of ["two", "three"])
      outcomes.push((await sendForm("/receipt", await sentAs(`${mailbox}@example.com`))).url.split("=")[1]!);
    expect(outcomes, "nor do all").toEqual(["sent", "unsent"]);
  });

  it("is not e-mailed to people who have refused", holds("T38"), async () => {
    const email = "refused@example.com";
    await runCommand("suppressions add", { DATABASE_URL: generous.databaseUrl }, { input: `${email}\n` });
    const visitor = await sentAs(email, generous);
    expect((await sendForm("/receipt", visitor)).url).toContain("receipt=unsent");
    expect((await sendForm("/receipt", await sentAs("other@example.com", generous))).url).toContain(
      "receipt=sent",
    );
    expect(smtp.recipients.flat()).not.toContain(email);
  });
});
