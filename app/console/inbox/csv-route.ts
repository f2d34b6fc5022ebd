import type { LoaderFunctionArgs } from "@remix-run/node";
import { findLeads } from "../../../services/console/find-leads.ts";
import { maskedPerson } from "../../../services/observe/masked-lead.ts";
import { exported } from "../../../services/operations/export.ts";
import type { InboxLead } from "../../../services/store/leads/inbox.ts";
import { tableFile } from "../../server/answers/table-file.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { maySearch, tooManySearches, wantedIn } from "./load.ts";

/** Larger exports are made by command, which does not keep them in memory. */
const most = 5_000;

/**
 * The leads of a filter as a table: unmasked for roles with personal data, after an entry in the audit log, else
 * masked.
 */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await demandViewer(args, "inbox");
  const { store, settings } = args.context.services;
  const query = new URL(args.request.url).searchParams;
  const isWhole = viewer.role === "leads";
  const wanted = { ...wantedIn(query, settings), isMasked: !isWhole };
  if (!(await maySearch(wanted, viewer, args.context))) throw new Response(tooManySearches, { status: 429 });
  const { leads } = await findLeads(store.inbox, wanted, most);
  if (isWhole) {
    const ids = leads.map(({ id }) => id);
    await store.readings.add(viewer.name, "console export", ids);
  }
  const rows = leads.map(isWhole ? exported : maskedFields);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return tableFile(query, "leads", [columns, ...rows.map((row) => columns.map((name) => row[name]))]);
}

function maskedFields(lead: InboxLead): Record<string, unknown> {
  const { lead_id, created_at, kind, variant } = exported(lead);
  const { name, email, phone } = maskedPerson(lead.record);
  const { state, dq_reason, lead_is_qualified } = lead.record;
  return { lead_id, created_at, kind, variant, name, email, phone, state, dq_reason, lead_is_qualified };
}
