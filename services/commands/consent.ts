import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { verifyLog } from "../consent-log/verify-log.ts";
import { consentLogKey } from "../guard/secrets.ts";
import { printable } from "../observe/printable.ts";
import { Refusal } from "../operations/refusal.ts";
import { placeOf } from "../operations/story.ts";
import { counted, fieldLines, isoTime } from "../operations/text.ts";
import { writeDown } from "./audit-log.ts";
import { type Program, print } from "./program.ts";
import { type Context, withStore } from "./with-store.ts";

export function addConsent(program: Program): void {
  const consent = program.command("consent").description("verify and show consent records");
  consent
    .command("verify")
    .description("check that no consent record was changed or removed, and that every survey lead has one")
    .option("--witness <file>", "signed heads as a witness keeps them; CONSENT_WITNESS_FILE if not given")
    .action((options: { witness?: string }) => withStore((context) => verify(context, options)));
  consent
    .command("show")
    .description("show the consent record of a lead")
    .argument("<lead-id>")
    .action((leadId: string) => withStore((context) => show(context, leadId)));
}

async function verify({ store, settings }: Context, options: { witness?: string }): Promise<void> {
  const file = options.witness ?? settings.witnesses.file;
  const witnessed = file === undefined ? [] : notesIn(file);
  const verdict = await verifyLog(store, { key: consentLogKey(settings), witnessed });
  if (!verdict.ok) throw new Refusal(`The consents are not intact: ${printable(verdict.reason)}.`);
  const missing = await store.consents.missing();
  if (missing.length > 0) {
    const ids = missing.map(printable).join(", ");
    throw new Refusal(`The consents are intact, but these survey leads have none: ${ids}.`);
  }
  const parts = [
    ...(verdict.unsealed > 0 ? [`${verdict.unsealed} not in the log yet`] : []),
    ...(verdict.erased > 0 ? [`${verdict.erased} erased with their persons`] : []),
    ...(verdict.chained > 0 ? [`${verdict.chained} in the chain before the log`] : []),
  ];
  const rest = parts.length > 0 ? ` (${parts.join(", ")})` : "";
  const witness =
    witnessed.length > 0
      ? `It holds against ${counted(witnessed.length, "head")} of a witness.`
      : "No witness was asked, so records that were cut off at the end would not show: set CONSENT_WITNESS_FILE.";
  await print(`${counted(verdict.count, "consent record")}${rest}. The log is intact. ${witness}\n`);
}

/** @throws Refusal when the file cannot be read, or is no witness's */
function notesIn(file: string): string[] {
  try {
    const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
    return lines.map((line) => String((JSON.parse(line) as { head: unknown }).head));
  } catch {
    throw new Refusal(`${file} has no heads of a witness that could be read.`);
  }
}

async function show({ store }: Context, leadId: string): Promise<void> {
  const consent = await store.consents.ofLead(leadId);
  if (!consent) throw new Refusal(`There is no consent record of lead ${printable(leadId)}.`);
  await writeDown({ store }, "consent show", [leadId]);
  const lead = await store.leads.get(leadId);
  const body = JSON.parse(consent.body || "{}") as { text?: string };
  const lines = [
    `Consent of lead ${consent.leadId}, given ${isoTime(consent.at)}, ${placeOf(consent)}`,
    ...(lead?.erasedAt ? [`Evidence only: its lead was erased ${isoTime(lead.erasedAt)}`] : []),
    ...(consent.body === "" ? ["Erased with its person: what is left is its leaf in the log"] : []),
    ...fieldLines(body).map((line) => `  ${line}`),
    ...(body.text === undefined
      ? []
      : [`  SHA-256 of the text: ${createHash("sha256").update(body.text).digest("hex")}`]),
    ...(consent.leaf ? [`  leaf: ${consent.leaf}`] : []),
  ];
  await print(`${lines.join("\n")}\n`);
}
