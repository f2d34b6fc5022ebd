import { userInfo } from "node:os";
import { printable } from "../observe/printable.ts";
import { isoTime, table } from "../operations/text.ts";
import type { Deed } from "../store/rows.ts";
import { type Program, print } from "./program.ts";
import { type Context, withStore } from "./with-store.ts";

export function addAuditLog(program: Program): void {
  program
    .command("audit-log")
    .alias("readings")
    .description(
      "list who has read personal data or changed something, by command or in the console, and why",
    )
    .action(() => withStore(list));
}

async function list({ store }: Context): Promise<void> {
  const rows = (await store.readings.list()).map(({ at, operator, command, leads, about, reason }) => [
    isoTime(at),
    printable(operator),
    command,
    leads || "-",
    printable(about) || "-",
    printable(reason) || "-",
  ]);
  await print(table(["at", "who", "command", "leads", "about", "why"], rows));
}

/**
 * Writes down, before it is done, that personal data is read or something is changed: by CLAIMPATH_OPERATOR, or the user of
 * this machine, and because of CLAIMPATH_REASON.
 */
export async function writeDown(
  { store }: Pick<Context, "store">,
  command: string,
  leads: readonly string[],
  deed: Pick<Deed, "about"> = {},
): Promise<void> {
  const { CLAIMPATH_REASON: reason } = process.env;
  await store.readings.add(operatorName(), command, leads, { ...deed, reason });
}

/** Who runs this command. */
export function operatorName(): string {
  return process.env.CLAIMPATH_OPERATOR?.slice(0, 100) || userInfo().username;
}
