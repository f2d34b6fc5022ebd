import { randomBytes } from "node:crypto";
import { text as textIn } from "node:stream/consumers";
import { Refusal } from "../operations/refusal.ts";
import { keyService, reasonOf } from "../providers/key-service.ts";
import { type Program, print } from "./program.ts";
import { siteSettings } from "./with-store.ts";

export function addKeys(program: Program): void {
  const keys = program
    .command("keys")
    .description("seal keys of the settings with the key service of VAULT_ADDR");
  keys
    .command("seal")
    .description("print a key from standard input in sealed form, or with nothing there a new one")
    .action(seal);
}

/** The key itself is neither printed nor written anywhere. */
async function seal(): Promise<void> {
  const service = keyService(await siteSettings());
  const given = process.stdin.isTTY ? "" : (await textIn(process.stdin)).trim();
  if (given !== "" && !/^[^\s,]{32,}$/.test(given))
    throw new Refusal("A key has 32 characters or more, without spaces and commas: give one at a time.");
  const key = given || randomBytes(32).toString("hex");
  let sealed: string;
  try {
    sealed = await service.seal(key);
    // A key that cannot be opened later would lose what it seals.
    if ((await service.open(sealed)) !== key) throw new Refusal("What was sealed opened as something else.");
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`The key was not sealed: ${reasonOf(error)}.`);
  }
  await print(`${sealed}\n`);
}
