import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import { isTraced, span } from "../observe/spans.ts";
import { type History, watchHistory } from "./history.ts";
import type { StoreLimits } from "./limits.ts";
import { patientStore } from "./patient-store.ts";
import type { NewLead } from "./rows.ts";
import type { Store } from "./store.ts";

type Call = (...given: never[]) => unknown;
type Calls = { [name: string]: Call | Calls };

/** The same store, with a span for each call. @param kind as OpenTelemetry names databases */
function tracedStore(store: Store, kind: "sqlite" | "postgresql"): Store {
  const wrap = (name: string, call: Call): Call => {
    const attributes = { "db.system.name": kind, "db.operation.name": name };
    return (...given) => span(`store ${name}`, attributes, () => call(...given), "client");
  };
  const whole = (part: Calls, path: string): Calls =>
    Object.fromEntries(
      Object.entries(part).map(([verb, call]) => {
        const name = `${path}${verb}`;
        return [verb, typeof call === "function" ? wrap(name, call) : whole(call, `${name}.`)];
      }),
    );
  return whole(store as never, "") as never;
}

/** The same store, counting the leads it stores. */
function meteredStore(store: Store, { leads }: Metrics): Store {
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

/**
 * The wrappers around the opened store, from the inside out: each call is a span where traces are kept, stored leads
 * are counted, a database that lost some of them is noticed (`history`), and visitors' requests wait for a lost store
 * (`patient`).
 */
export function wrapped(
  opened: Store,
  {
    kind,
    log,
    metrics,
    limits,
  }: {
    kind: "sqlite" | "postgresql";
    log: Log;
    metrics: Metrics;
    limits: StoreLimits;
  },
): { store: Store; patient: Store; history: History } {
  const traced = isTraced() ? tracedStore(opened, kind) : opened;
  const history = watchHistory(meteredStore(traced, metrics), { log });
  return { store: history.store, patient: patientStore(history.store, limits), history };
}
