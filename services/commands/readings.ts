import { userInfo } from "node:os";
import { printable } from "../observe/printable.ts";
import { type Program, print } from "./program.ts";
import { isoTime, table } from "./text.ts";
import { type Context, withStore } from "./with-store.ts";

export function addReadings(program: Program): void {
  program
    .command("readings")
    .description("list who has read personal data with these commands, or sold a lead again")
    .action(() => withStore(list));
}

async function list({ store }: Context): Promise<void> {
  const rows = (await store.readings.list()).map(({ at, operator, command, leads }) => [
    isoTime(at),
    printable(operator),
    command,
    leads || "-",
  ]);
  await print(table(["at", "who", "command", "leads"], rows));
}

/** Writes down, before it is shown, that personal data is read: by CLAIMPATH_OPERATOR, or the user of this machine. */
export async function writeDown(
  { store }: Pick<Context, "store">,
  command: string,
  leads: readonly string[],
): Promise<void> {
  const operator = process.env.CLAIMPATH_OPERATOR?.slice(0, 100) || userInfo().username;
  await store.readings.add(operator, command, leads);
}
