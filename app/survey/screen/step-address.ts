import type { Arrival } from "../../../machines/lead/tracking.ts";

/** A survey's address at one question, with the visit's own traffic parameters and nothing else. */
export function stepAddress(path: string, query: Record<string, string>, step: string): string {
  return `${path}?${new URLSearchParams({ ...query, step })}`;
}

/** What the addresses of a visit carry on: how the visitor came, with the id of the click. */
export function queryOf({ click, query }: Pick<Arrival, "click" | "query">): Record<string, string> {
  return { ...(click && { _ef_transaction_id: click }), ...query };
}
