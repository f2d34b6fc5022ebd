import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { sqlitePath } from "../../store/engine/sqlite-file.ts";
import { type Finding, note, ok, wrong } from "./finding.ts";

const leastMb = 500;

/** Whether the site has been built, and whether there is room where its data lie. */
export async function lookAtMachine(databaseUrl: string): Promise<Finding[]> {
  const build = existsSync("build/server/index.js")
    ? ok("The site is built.")
    : note("The site is not built yet: npm start builds it.");
  return [build, room(await freeMb(databaseUrl))];
}

/** @param freeMb what the disk has left, in megabytes */
export function room(freeMb: number): Finding {
  const free = `${Math.floor(freeMb).toLocaleString("en-US")} MB`;
  return freeMb < leastMb
    ? wrong(`The disk has ${free} left; when it is full, no lead can be stored.`)
    : ok(`The disk has ${free} left.`);
}

/** Room on the disk where the data lie, in megabytes; a database server's own disk is not seen from here. */
export async function freeMb(databaseUrl: string): Promise<number> {
  const folder = databaseUrl.startsWith("file:") ? dirname(sqlitePath(databaseUrl)) : ".";
  const { bavail, bsize } = await statfs(existsSync(folder) ? folder : ".");
  return (bavail * bsize) / 1e6;
}
