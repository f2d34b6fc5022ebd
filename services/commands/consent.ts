import { printable } from "../observe/printable.ts";
import { verify } from "../store/consent-chain.ts";
import { type Program, print, Refusal } from "./program.ts";
import { counted, fieldLines, isoTime } from "./text.ts";
import { type Context, withStore } from "./with-store.ts";

export function addConsent(program: Program): void {
  const consent = program.command("consent").description("verify and show consent records");
  consent
    .command("verify")
    .description("check that no consent record was changed or removed, and that every survey lead has one")
    .action(() => withStore(verifyChain));
  consent
    .command("show")
    .description("show the consent record of a lead")
    .argument("<lead-id>")
    .action((leadId: string) => withStore((context) => show(context, leadId)));
}

async function verifyChain({ store }: Context): Promise<void> {
  const verdict = await verify(store.consents.iterate());
  if (!verdict.ok) {
    throw new Refusal(
      `The chain is broken at consent record ${verdict.seq}, of lead ${verdict.leadId}: ${verdict.reason}.`,
    );
  }
  const missing = await store.consents.missing();
  if (missing.length > 0) {
    const ids = missing.map(printable).join(", ");
    throw new Refusal(`The chain is intact, but these survey leads have no consent record: ${ids}.`);
  }
  await print(
    `${counted(verdict.count, "consent record")}. The chain is intact; its last hash is ${verdict.head}.\n`,
  );
}

async function show({ store }: Context, leadId: string): Promise<void> {
  const consent = await store.consents.ofLead(leadId);
  if (!consent) throw new Refusal(`There is no consent record of lead ${printable(leadId)}.`);
  const lead = await store.leads.get(leadId);
  const lines = [
    `Consent ${consent.seq} of lead ${consent.leadId}, given ${isoTime(consent.at)}`,
    ...(lead?.erasedAt ? [`Evidence only: its lead was erased ${isoTime(lead.erasedAt)}`] : []),
    ...fieldLines(JSON.parse(consent.body)).map((line) => `  ${line}`),
    `  SHA-256 of the text: ${consent.textSha256}`,
    `  previous hash: ${consent.previousHash}`,
    `  hash: ${consent.hash}`,
  ];
  await print(`${lines.join("\n")}\n`);
}
