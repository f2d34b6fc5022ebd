import { createServer, type Socket } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { attachmentOf, startSmtp } from "../stubs/smtp.ts";
import { destinationsIn } from "../support/destinations.ts";
import { during, siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { JsonVisitor } from "../support/json-visitor.ts";
import { send } from "../support/send.ts";
import type { Site } from "../support/site.ts";

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
    DESTINATIONS_FILE: file.path,
    CONSENT_WITNESS_EMAIL: "auditor@example.org",
    CONSENT_WITNESS_MINUTES: "0",
  };
};
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
      .poll(() => site.output(), { timeout: 10_000 })
      .toMatch(/"event":"consent_log\.witness_failed","destination":"email"/);
    smtp.refuse = undefined;
    expect(await makeLead(site)).toBe(200);
    const newest = () => JSON.parse(attachmentOf(smtp.letters.at(-1)!)).head;
    await expect.poll(() => smtp.letters.length, { timeout: 10_000 }).toBeGreaterThan(0);
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
    let answeredMeanwhile = 0;
    for (let leads = 0; leads < 3; leads++) {
      await expect.poll(() => open.size).toBeGreaterThan(0);
      const letters = [...open];
      expect(await makeLead(site)).toBe(200);
      if (letters.some((letter) => open.has(letter))) answeredMeanwhile += 1;
    }
    // A lead that waited for its letter would be answered when every earlier letter has been given up.
    expect(answeredMeanwhile).toBeGreaterThan(0);
  });
});
