import { deliverable } from "../delivery/outbox/deliverable.ts";
import { receivers } from "../providers/index.ts";
import { print, Refusal } from "./program.ts";
import { counted } from "./text.ts";
import type { Context } from "./with-store.ts";

/**
 * Queues again all messages of one kind whose receivers have settings; others would wait for nobody.
 * @throws Refusal when there is nothing to queue because settings are missing
 */
export async function requeueAll(
  { store, settings }: Context,
  status: "parked" | "unconfigured",
): Promise<void> {
  const names = deliverable(receivers(settings));
  const kept = (await store.outbox.depth()).filter((row) => row.status === status);
  const count =
    status === "parked"
      ? await store.outbox.requeue({ parkedFor: names })
      : await store.outbox.activate(names);
  const without = kept.map(({ destination }) => destination).filter((name) => !names.includes(name));
  if (count === 0 && without.length > 0) throw new Refusal(`Nothing was requeued: ${unset(without)}.`);
  await print(`${counted(count, "message")} requeued${without.length > 0 ? `; ${unset(without)}` : ""}\n`);
}

/** @throws Refusal when this receiver has no settings */
export function requireSettings({ settings }: Context, messageId: string, destination: string): void {
  if (deliverable(receivers(settings)).includes(destination)) return;
  throw new Refusal(`Message ${messageId} was not requeued: ${unset([destination])}.`);
}

function unset(names: readonly string[]): string {
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not configured`;
}
