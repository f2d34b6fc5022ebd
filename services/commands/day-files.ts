import { appendFile, mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cellsOf, type RawSession, rawColumns } from "../analytics/raw-sessions.ts";
import type { FileCell } from "../table-files/columns.ts";
import { type TableFile, type TableFormat, tableFormats } from "../table-files/formats.ts";

type GrowingFile = { file: TableFile; path: string; rows: FileCell[][] };

/**
 * Writes several files at once, whose rows come in any order. Rows are buffered; once the buffer is full, the file with
 * the most of them is written. A file has the suffix `.unfinished` until it is complete.
 */
export class DayFiles {
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
