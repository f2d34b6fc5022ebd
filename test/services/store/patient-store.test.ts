import { expect, it, vi } from "vitest";
import { StoreBusy, StoreUnavailable } from "../../../services/store/errors.ts";
import { patientStore } from "../../../services/store/patient-store.ts";
import type { Store } from "../../../services/store/types.ts";

const lost = () =>
  new StoreUnavailable("gone", { cause: Object.assign(new Error("the server is gone"), { code: "57P01" }) });
const broken = () =>
  new StoreUnavailable("full", { cause: Object.assign(new Error("full"), { code: "53100" }) });
const writes = {
  submit: (store: Store) => store.submit({} as never, 0, [], {} as never),
  submitContact: (store: Store) => store.submitContact("", {} as never),
  append: (store: Store) => store.visits.append({} as never, 0, []),
};

/** A store in which every call of a kind goes as it is told to. */
function storeWhere(call: () => Promise<unknown>, ready = async () => true): Store {
  const every = new Proxy({}, { get: () => call });
  const { submit, submitContact } = { submit: call, submitContact: call };
  const parts = {
    visits: { append: call },
    leads: every,
    badEmails: every,
    verdicts: every,
    suppressions: every,
  };
  return { ...parts, submit, submitContact, ready } as unknown as Store;
}

it.each(Object.entries(writes))("%s waits for a store that was lost, and is made again", async (_, write) => {
  const outcomes = [lost, lost, () => undefined];
  const call = vi.fn(async () => {
    const error = outcomes.shift()!();
    if (error) throw error;
    return "stored";
  });
  expect(await write(patientStore(storeWhere(call)))).toBe("stored");
  expect(call).toHaveBeenCalledTimes(3);
});

it.each(Object.entries(writes))(
  "after %s has failed for good the store is not called ready, until a write has succeeded",
  async (_, write) => {
    let error: Error | undefined = broken();
    const store = patientStore(
      storeWhere(async () => {
        if (error) throw error;
      }),
    );
    expect(await store.ready()).toBe(true);
    await expect(write(store)).rejects.toThrow("full");
    expect(await store.ready()).toBe(false);
    error = undefined;
    await write(store);
    expect(await store.ready()).toBe(true);
    // Another writer that holds it for long is no trouble of the store's.
    error = new StoreBusy();
    await expect(write(store)).rejects.toBeInstanceOf(StoreBusy);
    expect(await store.ready()).toBe(true);
  },
);
