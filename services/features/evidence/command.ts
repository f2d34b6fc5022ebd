import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeDown } from "../../commands/audit-log.ts";
import { type Program, print } from "../../commands/program.ts";
import { type Context, withStore } from "../../commands/with-store.ts";
import { consentLogKey } from "../../guard/secrets.ts";
import { printable } from "../../observe/printable.ts";
import { Refusal } from "../../operations/refusal.ts";
import { evidenceOf } from "./bundle.ts";
import { pictureTaker } from "./picture.ts";
import { verifierForNode, verifierPage } from "./verifier/programs.ts";
import { witnessForNode } from "./verifier/witness.ts";

export function addEvidence(program: Program): void {
  program
    .command("evidence")
    .description("print all that proves a lead's consent, as one JSON file")
    .argument("<lead-id>")
    .action((id: string) => withStore((context) => show(context, id)));
  program
    .command("verifier")
    .description(
      "write the programs that check evidence, a page and a command for Node, and the one of a witness",
    )
    .argument("<folder>")
    .action(writeVerifier);
}

async function show({ store, settings }: Context, id: string): Promise<void> {
  const lead = await store.leads.get(id);
  if (!lead) throw new Refusal(`There is no lead with the whole id ${printable(id)}.`);
  await writeDown({ store }, "evidence", [id]);
  const takePicture = pictureTaker(process.env.CHROME_PATH);
  await print(await evidenceOf(store, lead, consentLogKey(settings), Date.now(), takePicture));
}

async function writeVerifier(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "verify-evidence.mjs"), verifierForNode());
  writeFileSync(join(folder, "verify-evidence.html"), verifierPage());
  writeFileSync(join(folder, "witness.mjs"), witnessForNode());
  await print(`Written to ${folder}: verify-evidence.mjs, verify-evidence.html and witness.mjs.\n`);
}
