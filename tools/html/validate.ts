import { type Fault, faultsIn } from "./rules.ts";
import { addSiteDocuments } from "./site-documents.ts";
import { addSurveyDocuments } from "./survey-documents.ts";

/** What differs from visit to visit and from survey to survey, or is no HTML: documents are equal without it. */
const aside = [
  /<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g,
  / (nonce|action|data-survey|data-progress|aria-value\w+)="[^"]*"/g,
  / name="(visit|form)" value="[^"]*"/g,
];

/** Documents as they were served, each once. */
export class Documents {
  private readonly found = new Map<string, { name: string; html: string }>();
  /** How many were looked at, equal ones too. */
  seen = 0;

  add(name: string, html: string): void {
    this.seen++;
    const same = aside.reduce((left, part) => left.replace(part, ""), html);
    if (!this.found.has(same)) this.found.set(same, { name, html });
  }

  get all(): { name: string; html: string }[] {
    return [...this.found.values()];
  }
}

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
