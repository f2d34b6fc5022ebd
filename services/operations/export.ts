import { byteOrderMark, csvLine, spreadsheetLine } from "../providers/csv.ts";
import type { Leads } from "../store/leads/leads.ts";
import type { Lead } from "../store/rows.ts";
import { isoTime } from "./text.ts";

/** A lead as it leaves the program: its record exactly as posted, which lead it is, and what may tell a program. */
export function exported(lead: Lead): Record<string, unknown> {
  const identity = {
    lead_id: lead.id,
    created_at: isoTime(lead.createdAt),
    kind: lead.kind,
    variant: lead.variant,
    took_ms: lead.signs?.tookMs ?? "",
    trap_filled: lead.signs?.trapFilled ?? "",
  };
  // Named twice: the first sets the order, the second wins over a field of the same name.
  return { ...identity, ...lead.record, ...identity };
}

/** One JSON object per line. */
export async function* jsonLines(leads: Leads, since: number | undefined): AsyncGenerator<string> {
  for await (const lead of leads.iterate({ since })) yield `${JSON.stringify(exported(lead))}\n`;
}

/** Comma-separated values for programs. @see tableLines */
export const csvLines = (leads: Leads, since: number | undefined) => tableLines(leads, since, csvLine);

/** The same for a spreadsheet, marked as UTF-8, with zeros and dates left alone. */
export async function* spreadsheetLines(leads: Leads, since: number | undefined): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* tableLines(leads, since, spreadsheetLine);
}

/**
 * Comma-separated values with one column per field that any of the leads has, in the order in which they first
 * appear. Reads the leads twice, so that memory stays flat.
 */
async function* tableLines(
  leads: Leads,
  since: number | undefined,
  lineOf: (values: unknown[]) => string,
): AsyncGenerator<string> {
  const columns = new Set<string>(["lead_id", "created_at", "kind", "variant", "took_ms", "trap_filled"]);
  let last = "";
  for await (const lead of leads.iterate({ since })) {
    for (const name of Object.keys(lead.record)) columns.add(name);
    last = lead.id;
  }
  const names = [...columns];
  yield lineOf(names);
  if (last === "") return;
  for await (const lead of leads.iterate({ since })) {
    const fields = exported(lead);
    yield lineOf(names.map((name) => fields[name]));
    // A lead that arrived meanwhile may have fields without a column.
    if (lead.id === last) return;
  }
}
