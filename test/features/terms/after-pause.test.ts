import { describe, expect, it } from "vitest";
import { routed } from "../../../services/delivery/outbox/route.ts";
import { startOutbox } from "../../../services/delivery/outbox/worker.ts";
import { watchTerms } from "../../../services/delivery/terms-watch.ts";
import { watchPauses } from "../../../services/features/terms/after-pause.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { createProviders } from "../../../services/providers/index.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { settingsWith } from "../../support/files.ts";
import { sealedText } from "../../support/sealed.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";
import { waitFor } from "../../support/wait-for.ts";

describe.each(databases)("a pause of an affiliate that is over on $name", ({ start }) => {
  const on = freshStore(start);
  const affiliate = (name: string) => ({ party: "affiliate" as const, name });
  const pause = (name: string, after: "yes" | null) =>
    on.store.terms.change(
      affiliate(name),
      [{ field: "paused", after, inFile: "" }],
      { person: "ana", reason: "x" },
      99,
    );

  async function selling() {
    const stub = await startStub(({ path }) => ({ body: { buy: path === "/north" ? "no" : "yes" } }));
    const buyer = (name: string, repeats: string) =>
      `  ${name}: { kind: json, mode: live, repeats: { hours: ${repeats} }, url: "${stub.origin}/${name}", price: 5, answer: { accepted: { field: buy, is: "yes" } } }\n`;
    const settings = settingsWith(
      `destinations:\n${buyer("north", "0")}${buyer("south", "0")}${buyer("crm", "24")}order: [north, south]\n`,
    );
    const { destinations } = createProviders(settings, silentLog);
    const shared = { settings, now: () => on.now, log: silentLog };
    const outbox = startOutbox({
      ...shared,
      store: on.store,
      destinations,
      pollMs: 25,
      maxAttempts: 3,
      random: () => 0,
    });
    const open = [await on.open(), await on.open()];
    const jobs = await Promise.all(
      open.map(async (store) => {
        const terms = await watchTerms({ terms: store.termsInForce, log: silentLog, pollMs: 25 });
        const pauses = watchPauses({ ...shared, store, terms: terms.changed, outbox, pollMs: 25 });
        return { stop: () => Promise.all([terms.stop(), pauses.stop()]) };
      }),
    );
    const lead = async (affid: string, phone: string) => {
      const submission = aSubmission([], on.now);
      Object.assign(submission.lead.record, { affid, phone, email: `${phone}-${affid}@example.com` });
      const whole = routed(submission, destinations);
      await on.store.submit(aVisit(), 0, [], whole);
      return whole.lead.id;
    };
    return {
      lead,
      stub,
      async stop() {
        await Promise.all([outbox.stop(), ...jobs.map((job) => job.stop())]);
        await Promise.all([stub.stop(), ...open.map((store) => store.close())]);
      },
    };
  }
  const states = async (leadId: string) =>
    Object.fromEntries(
      (await on.store.outbox.list({ leadId })).map(({ destination, status }) => [destination, status]),
    );
  const become = (leadId: string, wanted: Record<string, string>) =>
    waitFor(`states ${JSON.stringify(wanted)}`, async () => {
      const now = Object.entries(await states(leadId)).sort();
      return JSON.stringify(now) === JSON.stringify(Object.entries(wanted).sort());
    });

  it("sends what it held, once each, and nothing that is held otherwise", async () => {
    const { lead, stub, stop } = await selling();
    const first = await lead("7", "2125550101");
    await become(first, { north: "rejected", south: "delivered", crm: "delivered" });
    await pause("7", "yes");
    await pause("8", "yes");
    const held = await lead("7", "2125550102");
    const again = await lead("9", "2125550101");
    const others = await lead("8", "2125550103");
    await become(held, { north: "held", crm: "held" });
    await become(again, { north: "rejected", south: "delivered", crm: "held" });
    await become(others, { north: "held", crm: "held" });
    stub.requests.length = 0;
    await pause("7", null);
    await become(held, { north: "rejected", south: "delivered", crm: "delivered" });
    expect(stub.requests.map(({ path }) => path).sort()).toEqual(["/crm", "/north", "/south"]);
    // A second lead of one person waits for somebody to look at it, and another affiliate is still paused.
    expect(await states(again)).toEqual({ north: "rejected", south: "delivered", crm: "held" });
    expect(await states(others)).toEqual({ north: "held", crm: "held" });
    const untouched = await on.store.outbox.list({ leadId: others });
    expect(untouched.map(({ attempts }) => attempts)).toEqual([1, 1]);
    await waitFor("the books", async () => (await on.store.bookkeeping.behind()).books.count === 0);
    expect((await on.store.bookkeeping.ofLeads([held])).map(({ buyer }) => buyer).sort()).toEqual([
      "crm",
      "south",
    ]);
    await stop();
  });

  it("sends what was held a moment after it ended, and after a start", async () => {
    await pause("7", "yes");
    const { lead, stop } = await selling();
    const leadId = await lead("7", "2125550102");
    await become(leadId, { north: "held", crm: "held" });
    await stop();
    // The process that ended the pause died before anything went out.
    await pause("7", null);
    const later = await selling();
    await become(leadId, { north: "rejected", south: "delivered", crm: "delivered" });
    // An attempt that had read the terms before the pause ended writes down that it holds its lead.
    await on.store.pauses.begin("crm", "ana");
    const late = await later.lead("7", "2125550109");
    await become(late, { north: "rejected", south: "delivered", crm: "waiting" });
    const row = [`${late}.crm`];
    const held = sealedText("held: affiliate 7 is paused", { table: "outbox", column: "last_error", row });
    await sqlOn(on.url, `update outbox set status = 'held', last_error = '${held}' where id = '${row}'`);
    on.now += 31_000;
    await become(late, { north: "rejected", south: "delivered", crm: "waiting" });
    await later.stop();
  });
});
