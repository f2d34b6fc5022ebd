import { StoreUnavailable } from "../../services/store/errors.ts";
import type { Store } from "../../services/store/types.ts";
import type { Script } from "./turns.ts";

/**
 * A real store that takes leads only when the script says so. How often an address was bad before is the script's
 * word, so the store does not hold it against a count of its own.
 */
export function scriptedStore(store: Store, script: Script): Store {
  return {
    ...store,
    visits: {
      ...store.visits,
      append: (visit, expectedNextSeq, entries) => store.visits.append(visit, expectedNextSeq, entries),
    },
    submit: async (visit, expectedNextSeq, entries, submission) => {
      if ("error" in script.next("postLead")) throw new StoreUnavailable("scripted");
      return store.submit(visit, expectedNextSeq, entries, submission);
    },
  };
}
