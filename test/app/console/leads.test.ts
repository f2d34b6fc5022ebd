import type { AppLoadContext } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { inboxData } from "../../../app/console/inbox/load.ts";
import { leadData } from "../../../app/console/lead/load.ts";
import type { Role } from "../../../services/console/roles.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

describe("a lead in the console", () => {
  const on = freshStore(databases[0].start);
  const context = () =>
    ({ services: { store: on.store, settings: readSettings({}) } }) as unknown as AppLoadContext;
  const viewer = (role: Role) => ({ name: "ana", role, session: "" });

  async function storedLead(record: Record<string, unknown> = {}) {
    const submission = aSubmission(["lead-prosper"], on.now);
    submission.lead.record = {
      ...{
        first_name: "Zoe",
        last_name: "Quill",
        email: "zoe@example.com",
        phone: "2125550142",
        state: "TX",
      },
      ...record,
    };
    const log = [
      { kind: "answer", body: { step: "NameAndEmail", answers: { firstName: "Zoe" } }, at: on.now },
    ];
    await on.store.submit(aVisit(), 0, log, submission);
    return submission.lead.id;
  }

  it("is headed by the first name and then the last, with how to reach the person", async () => {
    const id = await storedLead();
    const [message] = await on.store.outbox.claim(["lead-prosper"], on.now);
    await on.store.outbox.retryAt(message!, on.now + 3_600_000, "unavailable");
    const lead = await leadData(id, viewer("leads"), context());
    expect(lead).toMatchObject({
      ...{ id, title: "Zoe Quill", contact: ["2125550142", "zoe@example.com"], isWhole: true },
      ...{ what: "Survey c, Nov 14, 2023, 17:13:20 EST", isQualified: true, handled: "", notes: [] },
    });
    expect(lead.record).toContainEqual(["last_name", "Quill"]);
    expect(lead.lines.some(({ text }) => text.includes("Zoe"))).toBe(true);
    expect(lead.messages).toMatchObject([{ destination: "lead-prosper", canRetry: true, canPark: true }]);
    expect(lead.messages[0]!.text).toMatch(/^waits until Nov 14, 2023, 18:13:20 EST, 1 attempt/);
    expect((await on.store.readings.list()).map(({ leads }) => leads)).toEqual([id]);
  });

  it("has a title without a name, and is not there under another id", async () => {
    const id = await storedLead({ first_name: "", last_name: undefined, phone: "", email: 7 });
    expect(await leadData(id, viewer("leads"), context())).toMatchObject({ title: "No name", contact: [] });
    await expect(leadData("nobody", viewer("leads"), context())).rejects.toMatchObject({ status: 404 });
  });

  it("says what was noted of it, by whom, and who has handled it", async () => {
    const id = await storedLead();
    await on.store.inbox.addNote(id, "ben", "Called.\nNobody there.");
    await on.store.inbox.handle(id, "ben");
    const lead = await leadData(id, viewer("leads"), context());
    expect(lead.notes).toMatchObject([{ by: "ben", remark: "Called.\nNobody there." }]);
    expect(lead.handled).toBe("Handled by ben, Nov 14, 2023, 17:13:20 EST");
  });

  it("is a row of the inbox, with where its delivery stands", async () => {
    const id = await storedLead();
    const { rows, next, choices } = await inboxData(
      new URLSearchParams("state=TX"),
      viewer("leads"),
      context(),
    );
    expect(rows).toMatchObject([
      { id, who: "Z… Q…, …42", from: "survey c", state: "TX", isQualified: true, handledBy: "" },
    ]);
    expect(rows[0]!.delivery).toEqual({ text: "On its way", tone: "quiet" });
    expect([next, choices.isFiltered, choices.isMasked]).toEqual([undefined, true, false]);
    const elsewhere = await inboxData(new URLSearchParams("state=CA"), viewer("leads-masked"), context());
    expect([elsewhere.rows, elsewhere.choices.isMasked]).toEqual([[], true]);
  });
});
