import type { Metrics } from "../observe/metrics.ts";
import type { NewLead } from "./rows.ts";
import type { Store } from "./types.ts";

/** The same store, counting the leads it stores. */
export function meteredStore(store: Store, { leads }: Metrics): Store {
  const count = <Done extends { status: string }>(done: Done, { variant, qualified }: NewLead): Done => {
    const word = qualified === null ? "not judged" : qualified ? "yes" : "no";
    if (done.status === "stored") leads.inc({ variant, qualified: word });
    return done;
  };
  return {
    ...store,
    submit: async (...all) => count(await store.submit(...all), all[3].lead),
    submitContact: async (...all) => count(await store.submitContact(...all), all[1].lead),
  };
}
