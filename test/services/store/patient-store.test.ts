import { expect, it, vi } from "vitest";
import { asStoreError, StoreBusy, StoreUnavailable } from "../../../services/store/engine/failures.ts";
import { patientStore } from "../../../services/store/patient-store.ts";
import type { Store } from "../../../services/store/store.ts";
import { holds } from "../../support/holds.ts";

const coded = (code: string) => Object.assign(new Error("said by the server"), { code });
const lost = (code: string) => new StoreUnavailable("lost", { cause: coded(code) });
const writes = {
  submit: (store: Store) => store.submit({} as never, 0, [], {} as never),
  submitContact: (store: Store) => store.submitContact("", {} as never),
  append: (store: Store) => store.visits.append({} as never, 0, []),
};
/** What is asked before an answer is stored. */
const looks = {
  countBad: (store: Store) => store.badEmails.countBad("", ""),
  find: (store: Store) => store.verdicts.find("", "", 0),
  keep: (store: Store) => store.verdicts.keep("", "", {}),
};

/** A store in which every call of a kind goes as it is told to. */
function storeWhere(call: () => Promise<unknown>): Store {
  const every = new Proxy({}, { get: () => call });
  const parts = { leads: every, badEmails: every, verdicts: every, suppressions: every };
  const own = { visits: { append: call }, submit: call, submitContact: call, ready: async () => true };
  return { ...parts, ...own } as unknown as Store;
}

it.each(Object.entries({ ...writes, ...looks }))(
  "%s waits for a store that was lost, and is made again",
  holds("T83"),
  async (_, ask) => {
    const codes = ["57P01", "25006", "ECONNREFUSED", "08006"];
    const call = vi.fn(async () => {
      const code = codes.shift();
      if (code) throw lost(code);
      return "stored";
    });
    expect(await ask(patientStore(storeWhere(call)))).toBe("stored");
    expect(call).toHaveBeenCalledTimes(5);
  },
);

it.each(Object.entries(writes))(
  "after %s has failed for good the store is not called ready, until a write has succeeded",
  async (_, write) => {
    let error: Error | undefined = lost("42501");
    const call = vi.fn(async () => {
      if (error) throw error;
    });
    const store = patientStore(storeWhere(call));
    expect(await store.ready()).toBe(true);
    await expect(write(store)).rejects.toThrow("lost");
    expect(call, "what does not pass is not waited for").toHaveBeenCalledTimes(1);
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

it("what a server says is trouble of the store, or about what was asked", () => {
  const troubles = "25006 28P01 28000 3D000 42P01 42501 25P03 0A000 ECONNRESET EPIPE".split(" ");
  for (const code of troubles) expect(asStoreError(coded(code)), code).toBeInstanceOf(StoreUnavailable);
  for (const error of ["22001", "23505", "ERR_INVALID_ARG_TYPE"].map(coded))
    expect(asStoreError(error), error.code).toBe(error);
});
