import { afterAll, beforeAll, expect, test } from "vitest";
import { startOutbox } from "../../../services/delivery/outbox/worker.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { createProviders } from "../../../services/providers/index.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { openStore } from "../../../services/store/store.ts";
import { type OwnPostsStub, startOwnPosts } from "../../stubs/own-contracts.ts";
import { databases } from "../../support/databases.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { waitFor } from "../../support/wait-for.ts";

let stub: OwnPostsStub;
beforeAll(async () => {
  stub = await startOwnPosts();
});
afterAll(() => stub.stop());

test("receivers with an address are notified, and the others are listed with whom to write to", async () => {
  const server = await databases[0].start();
  const store = await openStore({ url: await server.freshUrl(), now: Date.now, log: silentLog });
  const { lead } = await storePerson(store, ["lead-prosper", "distribution"]);
  for (const name of ["lead-prosper", "distribution"]) {
    await store.outbox.delivered((await store.outbox.claim([name], Date.now()))[0]!, "accepted", "");
  }
  await store.people.erase({ email: zoe.email });
  const settings = readSettings({
    DELETION_URLS: `distribution=${stub.origin}/forget`,
    WEBHOOK_SECRETS: `whsec_${btoa("k".repeat(32))}`,
  });
  const { destinations } = createProviders(settings, silentLog);
  const options = { store, now: Date.now, pollMs: 50, maxAttempts: 3, log: silentLog, random: () => 0 };
  const outbox = startOutbox({ ...options, destinations });
  const statuses = async () => (await store.outbox.list({ leadId: lead.id })).map(({ status }) => status);
  await waitFor("both notices", async () => (await statuses()).join() === "delivered,parked");
  await outbox.stop();
  expect([...stub.received]).toEqual([
    [
      `${lead.id}.deletion.distribution`,
      {
        times: 1,
        path: "/forget",
        fields: { type: "deletion", receiver: "distribution", message_id: `${lead.id}.distribution` },
      },
    ],
  ]);
  expect(stub.requests[0]!.headers["webhook-signature"]).toMatch(/^v1,/);
  const [parked] = await store.outbox.list({ status: "parked" });
  expect(parked!.lastError).toContain("write to the operator of api.leadprosper.io");
  await store.close();
  await server.stop();
});
