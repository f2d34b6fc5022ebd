import { type Arrival, isNewSource } from "../lead/tracking.ts";
import type { Visit } from "./log.ts";

/**
 * The way in of a visit that was come back to from somewhere else, such as another advertisement; region, device and arm stay
 * the visit's own. Undefined where the source is the one on record. A page cannot tell: it does not know its own.
 */
export function newArrival({ arrival }: Pick<Visit, "arrival">, now: Arrival): Arrival | undefined {
  const { region, device, arm } = arrival;
  return isNewSource(now, arrival) ? { ...now, region, device, arm } : undefined;
}
