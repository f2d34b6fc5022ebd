/** `npm run tool -- validate`: every page, and every step of every survey, by the HTML standard. Fails when anything is wrong. */
import { ensureBuilt } from "../../app/server/prepare.mjs";
import { tool } from "../tool.ts";
import { validate } from "./validate.ts";

tool(
  "validate",
  `Checks every page, and every step of every survey, against the HTML standard.
Ends with status 1 when anything is wrong.`,
).parse();
ensureBuilt();
const { faults, served, different } = await validate();

const byKind = new Map<string, typeof faults>();
for (const fault of faults) {
  const kind = `${fault.rule}: ${fault.message}`;
  byKind.set(kind, [...(byKind.get(kind) ?? []), fault]);
}
for (const [kind, all] of byKind) {
  console.log(`${kind}, ${all.length} times`);
  for (const { document, where } of all.slice(0, 3)) console.log(`  ${document}\n    ${where}`);
}
console.log(`${served} documents were served, ${different} of them different: ${faults.length} errors.`);
process.exitCode = faults.length > 0 ? 1 : 0;
