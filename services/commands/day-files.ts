import { appendFile, mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cellsOf, type RawSession, rawColumns } from "../analytics/raw-sessions.ts";
import type { FileCell } from "../table-files/columns.ts";
import { type TableFile, type TableFormat, tableFormats } from "../table-files/formats.ts";

type Growing = { file: TableFile; path: string; rows: FileCell[][] };

/**
 * Files that grow beside each other, in whichever order their rows come: when so many are held of all files together as
 * are added at once, the most of one file are written. Each has its name when it is whole.
 */
export class DayFiles {
  private readonly files = new Map<string, Growing>();
  private held = 0;
  private readonly directory: string;
  private readonly format: TableFormat;

  constructor(directory: string, format: TableFormat) {
    this.directory = directory;
    this.format = format;
  }

  /** @param name of the file, without its ending */
  async add(name: string, row: RawSession): Promise<void> {
    const growing = this.files.get(name) ?? (await this.begin(name));
    growing.rows.push(cellsOf(row));
    this.held += 1;
    if (this.held < tableFormats[this.format].rowsAtOnce) return;
    const longest = [...this.files.values()].reduce((one, other) =>
      other.rows.length > one.rows.length ? other : one,
    );
    await this.write(longest);
  }

  /** @returns how many files there are */
  async end(): Promise<number> {
    for (const growing of this.files.values()) {
      await this.write(growing);
      await appendFile(unfinished(growing), growing.file.end());
      await rename(unfinished(growing), growing.path);
    }
    return this.files.size;
  }

  private async begin(name: string): Promise<Growing> {
    const path = join(this.directory, `${name}.${this.format}`);
    const growing = { file: tableFormats[this.format].begin(rawColumns), path, rows: [] };
    this.files.set(name, growing);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(unfinished(growing), "");
    return growing;
  }

  private async write(growing: Growing): Promise<void> {
    await appendFile(unfinished(growing), growing.file.add(growing.rows));
    this.held -= growing.rows.length;
    growing.rows = [];
  }
}

const unfinished = ({ path }: Growing) => `${path}.unfinished`;
