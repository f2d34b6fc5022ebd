import type { Arrival } from "../../../machines/lead/tracking.ts";

/**
 * A survey's address at one question, with the visit's own traffic parameters and nothing else.
 * @param until the question to come back to once its answer is changed
 */
export function stepAddress(
  path: string,
  query: Record<string, string>,
  step: string,
  until?: string,
): string {
  return `${path}?${new URLSearchParams({ ...query, step, ...(until && { until }) })}`;
}

/** What the addresses of a visit carry on: how the visitor came, with the id of the click. */
export function queryOf({ click, query }: Pick<Arrival, "click" | "query">): Record<string, string> {
  return { ...(click && { _ef_transaction_id: click }), ...query };
}
