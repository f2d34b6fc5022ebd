import { Documents } from "./documents.ts";
import { type Fault, faultsIn } from "./rules.ts";
import { addSiteDocuments } from "./site-documents.ts";
import { addSurveyDocuments } from "./survey-documents.ts";

/** What is wrong in any document that the built site serves. @returns also how many there are, and how many differ */
export async function validate(): Promise<{ faults: Fault[]; served: number; different: number }> {
  const documents = new Documents();
  await addSiteDocuments(documents);
  await addSurveyDocuments(documents);
  const { all, seen } = documents;
  const faults: Fault[] = [];
  for (const { name, html } of all) faults.push(...(await faultsIn(name, html)));
  return { faults, served: seen, different: all.length };
}
