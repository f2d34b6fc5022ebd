import { appendFile, mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Option } from "commander";
import { variants } from "../../../machines/registry.ts";
import { dayNumber, dayText } from "../../calendar/days.ts";
import { type Program, print } from "../../commands/program.ts";
import { type Context, withStore } from "../../commands/with-store.ts";
import { Refusal } from "../../operations/refusal.ts";
import { counted } from "../../operations/text.ts";
import { type FileCell, type TableFile, type TableFormat, tableFormats } from "./formats.ts";
import { cellsOf, type RawSession, rawColumns, rawSessions } from "./raw-sessions.ts";
import { type DataKind, dataKinds } from "./types.ts";

type GrowingFile = { file: TableFile; path: string; rows: FileCell[][] };

/**
 * Writes several files at once, whose rows come in any order. Rows are buffered; once the buffer is full, the file with
 * the most of them is written. A file has the suffix `.unfinished` until it is complete.
 */
class DayFiles {
  private readonly files = new Map<string, GrowingFile>();
  private buffered = 0;
  private readonly directory: string;
  private readonly format: TableFormat;

  constructor(directory: string, format: TableFormat) {
    this.directory = directory;
    this.format = format;
  }

  /** @param name path of the file below the directory, without its extension */
  async add(name: string, row: RawSession): Promise<void> {
    const growing = this.files.get(name) ?? (await this.begin(name));
    growing.rows.push(cellsOf(row));
    this.buffered += 1;
    if (this.buffered < tableFormats[this.format].rowsAtOnce) return;
    const longest = [...this.files.values()].reduce((one, other) =>
      other.rows.length > one.rows.length ? other : one,
    );
    await this.write(longest);
  }

  /** Completes all files. @returns how many there are */
  async end(): Promise<number> {
    for (const growing of this.files.values()) {
      await this.write(growing);
      await appendFile(unfinished(growing), growing.file.end());
      await rename(unfinished(growing), growing.path);
    }
    return this.files.size;
  }

  private async begin(name: string): Promise<GrowingFile> {
    const path = join(this.directory, `${name}.${this.format}`);
    const growing = { file: tableFormats[this.format].begin(rawColumns), path, rows: [] };
    this.files.set(name, growing);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(unfinished(growing), "");
    return growing;
  }

  private async write(growing: GrowingFile): Promise<void> {
    await appendFile(unfinished(growing), growing.file.add(growing.rows));
    this.buffered -= growing.rows.length;
    growing.rows = [];
  }
}

const unfinished = ({ path }: GrowingFile) => `${path}.unfinished`;

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
  for await (const rows of rawSessions(store.numbers, query)) {
    for (const row of rows) await files.add(nameOf(row), row);
    sessions += rows.length;
  }
  const written = await files.end();
  await print(`Wrote ${counted(sessions, "session")} into ${counted(written, "file")} in ${directory}.\n`);
}

/** `v4nv/2026-01-31` */
const nameOf = ({ survey, day }: RawSession) => `${survey}/${dayText(day)}`;
