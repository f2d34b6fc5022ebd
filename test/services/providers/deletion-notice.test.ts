import { expect, test } from "vitest";
import { startOutbox } from "../../../services/delivery/outbox/worker.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { createProviders } from "../../../services/providers/index.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { startOwnPosts } from "../../stubs/own-contracts.ts";
import { freshStore, sqlite } from "../../support/databases.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { waitFor } from "../../support/wait-for.ts";

const on = freshStore(sqlite.start);

test("receivers with an address are notified, and the others are listed with whom to write to", async () => {
  await using stub = await startOwnPosts();
  const { store } = on;
  const { lead } = await storePerson(store, ["lead-prosper", "distribution"]);
  for (const name of ["lead-prosper", "distribution"]) {
    await store.outbox.delivered((await store.outbox.claim([name], on.now))[0]!, "accepted", "");
  }
  await store.people.erase({ email: zoe.email });
  const settings = readSettings({
    DELETION_URLS: `distribution=${stub.origin}/forget`,
    WEBHOOK_SECRETS: `whsec_${btoa("k".repeat(32))}`,
  });
  const { destinations } = createProviders(settings, silentLog);
  const options = { store, now: () => on.now, pollMs: 50, maxAttempts: 3, log: silentLog };
  const outbox = startOutbox({ ...options, random: () => 0, destinations });
  const statuses = async () => (await store.outbox.list({ leadId: lead.id })).map(({ status }) => status);
  await waitFor("both notices", async () => (await statuses()).join() === "delivered,parked");
  await outbox.stop();
  const fields = { type: "deletion", receiver: "distribution", message_id: `${lead.id}.distribution` };
  const notice = { times: 1, path: "/forget", fields };
  expect([...stub.received]).toEqual([[`${lead.id}.deletion.distribution`, notice]]);
  expect(stub.requests[0]!.headers["webhook-signature"]).toMatch(/^v1,/);
  const [parked] = await store.outbox.list({ status: "parked" });
  expect(parked!.lastError).toContain("write to the operator of api.leadprosper.io");
});
