import { Option } from "commander";
import { maskedPerson } from "../observe/masked-lead.ts";
import { printable } from "../observe/printable.ts";
import { csvLines, jsonLines, spreadsheetLines } from "../operations/export.ts";
import { offerAgain, receiversNow, saleNames, saleStates } from "../operations/offer.ts";
import { Refusal } from "../operations/refusal.ts";
import { storyOf } from "../operations/story.ts";
import { isoTime, table } from "../operations/text.ts";
import type { Lead } from "../store/rows.ts";
import { writeDown } from "./audit-log.ts";
import { type Program, print } from "./program.ts";
import { limitOption, sinceOption } from "./values.ts";
import { type Context, withStore } from "./with-store.ts";

const formats = { jsonl: jsonLines, csv: csvLines, spreadsheet: spreadsheetLines };

type Since = { since?: (timeZone: string) => number };
type Filter = Since & { limit: number; unsold?: true };
type Export = Since & { format: keyof typeof formats };

export function addLeads(program: Program): void {
  const leads = program.command("leads").description("list, show and export leads");
  leads
    .command("list")
    .description("list the newest leads, personal data masked")
    .addOption(sinceOption())
    .addOption(limitOption())
    .option("--unsold", "only those that were offered and that nobody bought")
    .action((filter: Filter) => withStore((context) => list(context, filter)));
  leads
    .command("show")
    .description("show all that happened to a lead, in time order")
    .argument("<lead-id>")
    .action((id: string) => withStore((context) => show(context, id)));
  leads
    .command("offer")
    .description("offer a lead that nobody bought to the buyers of the order once more")
    .argument("<lead-id>")
    .action((id: string) => withStore((context) => offer(context, id)));
  leads
    .command("export")
    .description("print leads as they were posted, oldest first")
    .addOption(
      new Option(
        "--format <format>",
        "one JSON object per line, one table, or a table that opens right in a spreadsheet",
      )
        .choices(Object.keys(formats))
        .makeOptionMandatory(),
    )
    .addOption(sinceOption())
    .action((wanted: Export) => withStore((context) => exportLeads(context, wanted)));
}

function row(lead: Lead, sale: string): string[] {
  const { name, email, phone } = maskedPerson(lead.record);
  return [
    lead.id,
    isoTime(lead.createdAt),
    lead.kind,
    lead.variant,
    lead.qualified === null ? "-" : lead.qualified ? "yes" : "no",
    printable(lead.dqReason ?? "") || "-",
    sale,
    name || "-",
    email || "-",
    phone || "-",
  ];
}

const heading = [
  "lead",
  "stored",
  "kind",
  "variant",
  "qualified",
  "reason",
  "sale",
  "name",
  "e-mail",
  "phone",
];

async function list(context: Context, { unsold, limit, ...given }: Filter): Promise<void> {
  const { store, settings } = context;
  const since = given.since?.(settings.siteTimeZone);
  const sale = { ...saleNames(settings), is: "unsold" as const };
  const leads = unsold
    ? await store.inbox.page({ sale, from: since }, limit)
    : await store.leads.list({ since, limit });
  const states = await saleStates(
    context,
    leads.map(({ id }) => id),
  );
  await print(
    table(
      heading,
      leads.map((lead) => row(lead, states(lead.id).text)),
    ),
  );
}

async function offer(context: Context, id: string): Promise<void> {
  await writeDown(context, "leads offer", [id]);
  await offerAgain(context, id);
  await print("Offered again\n");
}

async function show(context: Context, id: string): Promise<void> {
  const { store } = context;
  const lead = await store.leads.get(id);
  if (!lead) throw new Refusal(`There is no lead with the whole id ${printable(id)}.`);
  await writeDown({ store }, "leads show", [id]);
  await print(await storyOf(store, lead, await receiversNow(context), context.settings));
}

async function exportLeads({ store, settings }: Context, { format, ...given }: Export): Promise<void> {
  const since = given.since?.(settings.siteTimeZone);
  const ids: string[] = [];
  for await (const { id } of store.leads.iterate({ since })) ids.push(id);
  await writeDown({ store }, "leads export", ids);
  for await (const line of formats[format](store.leads, since)) await print(line);
}
