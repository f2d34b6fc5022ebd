import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { silentLog } from "../../../../services/observe/log.ts";
import { webhookBody } from "../../../../services/providers/destinations/webhook.ts";
import { createProviders } from "../../../../services/providers/index.ts";
import { startSmtp } from "../../../stubs/smtp.ts";
import { startStub } from "../../../stubs/stub-server.ts";
import { settingsWith } from "../../../support/files.ts";

const [smtp, stub] = [await startSmtp(), await startStub(() => ({ body: {} }))];
const notices = mkdtempSync(join(tmpdir(), "claimpath-notices-"));
afterAll(async () => {
  rmSync(notices, { recursive: true });
  await Promise.all([smtp.stop(), stub.stop()]);
});

it("a notice is an event for a webhook, a letter for a mailbox, and asked of the operator where nobody can be told", async () => {
  const yaml = `destinations:
  crm: { kind: webhook, url: "${stub.origin}/crm", secrets: "\${WEBHOOK_SECRET}" }
  desk: { kind: email, smtp: "${smtp.url}", from: a@example.com, to: b@example.com }
  chat: { kind: slack, url: "${stub.origin}/chat" }
  buyer: { kind: json, url: "${stub.origin}/b", deletion-url: "${stub.origin}/forget" }
  north: { kind: json, url: "${stub.origin}/n" }
  sheet: { kind: file, folder: "${notices}", format: csv }`;
  const { destinations } = createProviders(
    settingsWith(yaml, { WEBHOOK_SECRET: `whsec_${btoa("k".repeat(32))}` }),
    silentLog,
  );
  const port = destinations.find(({ takes }) => takes?.includes("deletion.crm"))!;
  const notify = (receiver: string, said = {}) =>
    port.deliver({
      id: `0190.notice.${receiver}`,
      payload: { type: "deletion", receiver, message_id: `0190.${receiver}`, ...said },
      attempt: 1,
    });
  const at = "2026-11-29T12:00:00.000Z";
  const stop = { type: "revoked", lead_id: "0190", buyer_lead_id: "b-1", reason: "do-not-call", at };
  await notify("crm");
  await notify("buyer");
  expect(JSON.parse(stub.requests[0]!.body)).toMatchObject({ type: "lead.deleted", data: { id: "0190" } });
  expect(webhookBody.safeParse(JSON.parse(stub.requests[0]!.body)).success).toBe(true);
  expect(JSON.parse(stub.requests[1]!.body)).toEqual({
    type: "deletion",
    receiver: "buyer",
    message_id: "0190.buyer",
  });
  expect((await notify("chat")).detail).toBe("kept there: a masked line, with no personal data");
  await expect(notify("north")).rejects.toThrow(/delete message 0190\.north at north yourself/);
  const before = stub.requests.length;
  for (const receiver of ["crm", "buyer", "chat"]) await notify(receiver, stop);
  expect(stub.requests.slice(before).map(({ body }) => JSON.parse(body))).toEqual([
    {
      type: "lead.revoked",
      version: 1,
      timestamp: at,
      data: { id: "0190", test: true, reason: "do-not-call" },
    },
    { ...stop, receiver: "buyer", message_id: "0190.buyer", test: true },
    { text: "[Test] Do not call about lead 0190 any more (do-not-call)." },
  ]);
  await expect(notify("north", stop)).rejects.toThrow(/tell north yourself .* 0190\.north \(do-not-call\)/);
  // Tried twice, since nobody heard that it was written.
  for (let nth = 0; nth < 2; nth++) await notify("sheet", stop);
  expect(readFileSync(join(notices, "sheet-revoked.csv"), "utf8")).toBe(
    `message_id,reason,at\r\n0190.sheet,do-not-call,${at}\r\n`,
  );
  const letters = smtp.letters.length;
  await notify("desk");
  await notify("desk", { ...stop, reason: "opt-out" });
  const [deleted, revoked] = smtp.letters.slice(letters);
  expect(deleted).toMatch(/Subject: \[Test\] Delete lead 0190[\s\S]*Delete its letter/);
  expect(revoked).toMatch(
    /Subject: \[Test\] Do not call: lead 0190[\s\S]*Tell everybody who has the lead from you/,
  );
  expect(revoked).toContain("In-Reply-To: <0190.desk@example.com>");
});
