import {
  affiliateInFile,
  changeKey,
  type Party,
  receiverInFile,
  type TermField,
  termFields,
} from "../../settings/destinations/terms.ts";
import type { Settings } from "../../settings/env.ts";
import type { Terms } from "../../store/outbox/terms.ts";
import { fieldWords } from "../terms.ts";
import { type Finding, note } from "./finding.ts";

/** Terms that the console changed: an edit of the same ones in the file counts for nothing. */
export async function lookAtTerms(
  terms: Pick<Terms, "inForce">,
  { destinations, affiliates }: Pick<Settings, "destinations" | "affiliates">,
): Promise<Finding[]> {
  const changes = await terms.inForce();
  const differing = (party: Party, name: string, inFile: Partial<Record<TermField, string>>) =>
    termFields.flatMap((field) => {
      const now = changes.get(changeKey(party, name, field));
      const said = inFile[field] ?? "";
      if (field === "paused" || now === undefined || now === said) return [];
      const words = `${name}, ${fieldWords[field]}: ${now || "no limit"} by the console`;
      return [note(`${words}, whatever claimpath.yaml says (${said || "no limit"}), until it is undone.`)];
    });
  return [
    ...destinations.flatMap((each) => differing("receiver", each.name, receiverInFile(each))),
    ...Object.entries(affiliates).flatMap(([name, each]) =>
      differing("affiliate", name, affiliateInFile(each)),
    ),
  ];
}
