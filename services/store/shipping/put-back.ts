import { existsSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { demandWhole } from "../whole-file.ts";
import { openCopy, openPages, type Part, partsOf, Unopened } from "./archive.ts";
import type { Changes } from "./write-ahead-log.ts";

/** So many parts are opened at a time. */
const atOnce = 4;

/** What was put back. `at`: as it was then, in epoch milliseconds; `damage`: sentences about what could not be. */
export type PutBack = { at: number; damage: string[] };

/**
 * Makes a SQLite file as it was at a second: everything that was acknowledged until then is in it. Where the archive is
 * damaged, it goes as far as it is whole.
 * @param until epoch milliseconds; the newest state when undefined
 * @param path of a file that does not exist yet
 * @throws an Error in plain words; then there is no such file
 */
export async function putBack(
  folder: string,
  identity: string,
  path: string,
  until = Number.POSITIVE_INFINITY,
): Promise<PutBack> {
  if (existsSync(path)) throw new Error(`${path} exists already.`);
  const parts = await partsOf(folder);
  const copies = parts.filter(({ kind, to }) => kind === "copy" && to <= until).sort((a, b) => b.to - a.to);
  const draft = `${path}.restoring`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const damage: string[] = [];
  try {
    for (const copy of copies) {
      await (await open(draft, "w", 0o600)).close();
      if (!(await isOpened(openCopy(folder, identity, copy, draft), copy, damage))) continue;
      const rest = parts.filter(({ run, kind, index }) => {
        return run === copy.run && kind === "pages" && index > copy.index;
      });
      const at = await addPages(folder, identity, draft, { copy, rest, until, damage });
      demandWhole(draft);
      await rename(draft, path);
      return { at, damage };
    }
  } finally {
    await rm(draft, { force: true });
  }
  throw new Error(["The archive has no whole copy of before that.", ...damage].join(" "));
}

type Wanted = { copy: Part; rest: Part[]; until: number; damage: string[] };

/** @returns until when */
async function addPages(
  folder: string,
  identity: string,
  draft: string,
  { copy, rest, until, damage }: Wanted,
): Promise<number> {
  // The first that began after the time has nothing of before it.
  const wanted = rest.filter(({ from }) => from < until);
  const opening = (part: Part) => {
    const pages = openPages(folder, identity, part);
    // It may fail long before it is asked for, or never be.
    pages.catch(() => {});
    return pages;
  };
  const opened = wanted.slice(0, atOnce).map(opening);
  const file = await open(draft, "r+");
  let [at, index] = [copy.to, copy.index];
  try {
    for (const [number, part] of wanted.entries()) {
      index += 1;
      const next = wanted[number + atOnce];
      if (next) opened.push(opening(next));
      const pages = opened.shift()!;
      if (part.index !== index) {
        damage.push(`${numbered({ ...part, index })} is missing.`);
        break;
      }
      if (!(await isOpened(pages, part, damage))) break;
      await write(file, await pages);
      at = part.to;
    }
    // A database without a log beside it, until it is opened by the site: the header's two versions say so.
    await file.write(Buffer.from([1, 1]), 0, 2, 18);
    await file.sync();
  } finally {
    await file.close();
  }
  return at;
}

async function write(file: FileHandle, { pageSize, pageCount, pages }: Changes): Promise<void> {
  for (const [number, page] of pages) {
    if (number <= pageCount) await file.write(page, 0, pageSize, (number - 1) * pageSize);
  }
  await file.truncate(pageCount * pageSize);
}

/** False, and said, where it is damaged. */
async function isOpened(opening: Promise<unknown>, part: Part, damage: string[]): Promise<boolean> {
  try {
    await opening;
    return true;
  } catch (error) {
    if (!(error instanceof Unopened) || error.isKey) throw error;
    damage.push(`${numbered(part)} is damaged.`);
    return false;
  }
}

const numbered = ({ index, run, kind }: Part) =>
  `${kind === "copy" ? "The copy" : "Part"} ${index} of ${run}`;
