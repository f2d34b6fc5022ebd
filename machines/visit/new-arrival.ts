import { type Arrival, isNewSource } from "../lead/tracking.ts";
import type { Visit } from "./log.ts";

/**
 * The new arrival of a visitor who comes back to a visit from elsewhere, such as another advertisement; region, device and
 * arm stay those of the visit. Undefined where the source is the one on record. Only the server can decide this: a page
 * does not know its visit's source.
 */
export function newArrival({ arrival }: Pick<Visit, "arrival">, now: Arrival): Arrival | undefined {
  const { region, device, arm } = arrival;
  return isNewSource(now, arrival) ? { ...now, region, device, arm } : undefined;
}
