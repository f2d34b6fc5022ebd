import { expect, test } from "vitest";
import { heldBack } from "../../../../services/delivery/outbox/hold.ts";
import { send } from "../../../../services/delivery/outbox/send.ts";
import { silentLog } from "../../../../services/observe/log.ts";
import { ProviderFailure } from "../../../../services/observe/provider-failure.ts";
import type { Destination } from "../../../../services/providers/ports.ts";
import { freshStore, sqlite } from "../../../support/databases.ts";
import { aSubmission, aVisit } from "../../../support/submissions.ts";

const on = freshStore(sqlite.start);
const named = (name: string, more: Partial<Destination> = {}): Destination => ({
  ...{ name, configured: true, firstRetryMs: 10, ...more },
  deliver: () => Promise.reject(new ProviderFailure("unavailable", "down")),
});

test("messages go on waiting while the one that goes first gives no verdict, and go when it is given up", async () => {
  const audit = named("audit", { goesFirst: true });
  const submission = aSubmission(["audit", "buyer"]);
  submission.outbox = heldBack(submission.outbox, [audit, named("buyer")]);
  await on.store.submit(aVisit(), 0, [], submission);
  const isDue = async () => {
    const [buyer] = await on.store.outbox.list({ destination: "buyer" });
    return buyer!.status === "waiting" && buyer!.runAt <= on.now;
  };
  for (const isGivenUp of [false, true]) {
    const [message] = await on.store.outbox.claim(["audit"], on.now);
    const options = { store: on.store, now: () => on.now, random: () => 0, maxAttempts: 2, log: silentLog };
    await send(message!, audit, options);
    expect(await isDue()).toBe(isGivenUp);
    on.now += 20;
  }
});

test("nothing is held where nobody goes first, or has no settings, or gets no message", () => {
  const { outbox } = aSubmission(["audit", "buyer"]);
  const audit = (more: object) => [named("audit", more), named("buyer")];
  expect(heldBack(outbox, audit({}))).toEqual(outbox);
  expect(heldBack(outbox, audit({ goesFirst: true, configured: false }))).toEqual(outbox);
  expect(heldBack(outbox.slice(1), audit({ goesFirst: true }))).toEqual(outbox.slice(1));
});
