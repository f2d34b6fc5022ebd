import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { sqlitePath } from "../../store/sqlite-file.ts";
import { type Finding, note, ok, wrong } from "./finding.ts";

const leastMb = 500;

/** Whether the site has been built, and whether there is room where its data lie. */
export async function lookAtMachine(databaseUrl: string): Promise<Finding[]> {
  const build = existsSync("build/server/index.js")
    ? ok("The site is built.")
    : note("The site is not built yet: npm start builds it.");
  const folder = databaseUrl.startsWith("file:") ? dirname(sqlitePath(databaseUrl)) : ".";
  return [build, room(await freeMb(existsSync(folder) ? folder : "."))];
}

/** @param freeMb what the disk has left, in megabytes */
export function room(freeMb: number): Finding {
  const free = `${Math.floor(freeMb).toLocaleString("en-US")} MB`;
  return freeMb < leastMb
    ? wrong(`The disk has ${free} left; when it is full, no lead can be stored.`)
    : ok(`The disk has ${free} left.`);
}

async function freeMb(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / 1e6;
}
