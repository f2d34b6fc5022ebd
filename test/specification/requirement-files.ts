import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/source-files.ts";

const rows = readFileSync(join(root, "test/specification/requirements.md"), "utf8").split("\n");

/** The files of machines/ that meet requirements, as their rows say. */
export const filesOf = (...numbers: number[]): string[] =>
  rows
    .filter((row) => numbers.some((number) => row.startsWith(`| ${number} |`)))
    .flatMap((row) => [...row.matchAll(/`(machines\/[^`]+)`/g)].map(([, file]) => file!));

/** True of a survey that some requirement is about; another may do as it likes. */
export const isSpecified = (code: string): boolean =>
  rows.some((row) => row.includes(`machines/variants/${code}.ts`));
