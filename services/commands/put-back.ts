import { deliverable } from "../outbox/deliverable.ts";
import { receivers } from "../providers.ts";
import type { Context, Task } from "./command.ts";
import { Refusal } from "./command-line.ts";

/**
 * Puts back all messages of one kind whose receivers have settings; others would wait for nobody.
 * @throws Refusal when it is for want of settings that there is nothing to put back
 */
export function putBack(status: "parked" | "unconfigured"): Task {
  return async ({ store, settings, print }) => {
    const names = deliverable(receivers(settings));
    const kept = (await store.outbox.depth()).filter((row) => row.status === status);
    const count =
      status === "parked"
        ? await store.outbox.requeue({ parkedFor: names })
        : await store.outbox.activate(names);
    const without = kept.map(({ destination }) => destination).filter((name) => !names.includes(name));
    if (count === 0 && without.length > 0) throw new Refusal(`Nothing was put back: ${unset(without)}.`);
    await print(`${count} put back${without.length > 0 ? `; ${unset(without)}` : ""}\n`);
  };
}

/** @throws Refusal when this receiver has no settings */
export function requireSettings({ settings }: Context, messageId: string, destination: string): void {
  if (deliverable(receivers(settings)).includes(destination)) return;
  throw new Refusal(`Message ${messageId} is not put back: ${unset([destination])}.`);
}

function unset(names: readonly string[]): string {
  return `${names.join(", ")} ${names.length === 1 ? "has" : "have"} no settings`;
}
