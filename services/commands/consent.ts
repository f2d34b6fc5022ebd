import { verify } from "../consent/chain.ts";
import { idIn, nothingElse } from "./arguments.ts";
import { command, type Task } from "./command.ts";
import { BadUsage, Refusal } from "./command-line.ts";
import { counted, fieldLines, isoTime, printable } from "./text.ts";

const usage = "Usage: consent verify | consent show <lead id>";

function verifyChain(args: string[]): Task {
  nothingElse(args, usage);
  return async ({ store, print }) => {
    const verdict = await verify(store.consents.iterate());
    if (!verdict.ok) {
      throw new Refusal(
        `The chain breaks at consent ${verdict.seq} of lead ${verdict.leadId}: ${verdict.reason}.`,
      );
    }
    const missing = await store.consents.missing();
    if (missing.length > 0) {
      const ids = missing.map(printable).join(", ");
      throw new Refusal(`The chain is whole, but these survey leads have no consent record: ${ids}.`);
    }
    await print(`${counted(verdict.count, "consent")}, chain whole, last hash ${verdict.head}\n`);
  };
}

function show(args: string[]): Task {
  const leadId = idIn(args, usage);
  return async ({ store, print }) => {
    const consent = await store.consents.ofLead(leadId);
    if (!consent) throw new Refusal(`There is no consent of a lead ${printable(leadId)}.`);
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
  };
}

await command(([name, ...args]) => {
  if (name === "verify") return verifyChain(args);
  if (name === "show") return show(args);
  throw new BadUsage(usage);
});
