import { Option } from "commander";
import { variants } from "../../machines/registry.ts";
import { dayNumber, dayText } from "../analytics/days.ts";
import { type RawSession, rawSessions } from "../analytics/raw-sessions.ts";
import { type DataKind, dataKinds } from "../analytics/types.ts";
import { Refusal } from "../operations/refusal.ts";
import { counted } from "../operations/text.ts";
import { type TableFormat, tableFormats } from "../table-files/formats.ts";
import { DayFiles } from "./day-files.ts";
import { type Program, print } from "./program.ts";
import { type Context, withStore } from "./with-store.ts";

type Wanted = { format: TableFormat; survey?: string; from?: string; to?: string; data: DataKind };

export function addSessions(program: Program): void {
  const sessions = program
    .command("sessions")
    .description("export the analysts' sessions for other programs");
  sessions
    .command("export")
    .description("write a file for each survey and day, one row per session; existing files are replaced")
    .argument("<directory>")
    .addOption(
      new Option("--format <format>", "parquet for query engines, csv for spreadsheets")
        .choices(Object.keys(tableFormats))
        .default("parquet"),
    )
    .option("--survey <code>", "only this survey")
    .option("--from <day>", "first day, like 2026-01-31")
    .option("--to <day>", "last day")
    .addOption(new Option("--data <kind>", "whose sessions").choices(dataKinds).default("real"))
    .action((directory: string, wanted: Wanted) =>
      withStore((context) => exportSessions(context, directory, wanted)),
    );
}

async function exportSessions({ store }: Context, directory: string, wanted: Wanted): Promise<void> {
  const { format, survey: variant, from, to, data } = wanted;
  if (variant !== undefined && !variants.has(variant)) throw new Refusal(`There is no survey ${variant}.`);
  for (const day of [from, to])
    if (day !== undefined && Number.isNaN(dayNumber(day))) throw new Refusal("Use a day like 2026-01-31.");
  const asked = new URLSearchParams({ data, ...(from && { from }), ...(to && { to }) }).toString();
  const query = { variant, data, filters: { from, to }, asked, asOf: Date.now() };
  const files = new DayFiles(directory, format);
  let sessions = 0;
  for await (const rows of rawSessions(store.analytics, query)) {
    for (const row of rows) await files.add(nameOf(row), row);
    sessions += rows.length;
  }
  const written = await files.end();
  await print(`Wrote ${counted(sessions, "session")} into ${counted(written, "file")} in ${directory}.\n`);
}

/** `v4nv/2026-01-31` */
const nameOf = ({ survey, day }: RawSession) => `${survey}/${dayText(day)}`;
