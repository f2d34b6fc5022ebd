import { toLeadProsper } from "../../providers/lead-buyer.ts";
import { flatFields, mapped, type RoutedLead } from "../../providers/routed-lead.ts";
import { leadFields } from "../../settings/destinations/lead-fields.ts";
import type { Declared, FieldMap } from "../../settings/destinations/shape.ts";

/** A field that a receiver got: its name there, the field of ours that it was made of, and its value. */
export type SentField = { name: string; from: string; value: string };

/** Fields that name other firms: one that asked for them has them, and they are not shown again. */
const ofOthers = /^(?:selected|displayed|all_possible)_buyer/;

/**
 * What a receiver got of a lead, by the fields that it has now. What the file says to every lead of it is left out, for that
 * may be a key; a mailbox or a chat got no more than a line without personal data, unless it is sent them.
 */
export function sentFields(declared: Declared, lead: RoutedLead): SentField[] {
  const ours = flatFields(lead, declared.mode === "test");
  return fieldsOf(declared, lead, ours).filter(({ from, value }) => value !== "" && !ofOthers.test(from));
}

function fieldsOf(declared: Declared, lead: RoutedLead, ours: Record<string, string>): SentField[] {
  switch (declared.kind) {
    case "form":
    case "json":
      return throughMap(ours, declared.fields) ?? unchanged(ours);
    case "file":
      return throughMap(ours, declared.fields) ?? unchanged(ours).filter(({ from }) => isColumn.has(from));
    case "webhook":
      return unchanged(flatRecord(lead.record));
    case "leadprosper":
      return unchanged(flatRecord(toLeadProsper(lead.record)));
    case "email":
      return declared["personal-data"] ? unchanged(ours) : [];
    case "slack":
      return [];
    default:
      return declared satisfies never;
  }
}

const isColumn = new Set(leadFields);

const unchanged = (fields: Record<string, string>): SentField[] =>
  Object.entries(fields).map(([name, value]) => ({ name, from: name, value }));

const flatRecord = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value ?? "")]));

function throughMap(ours: Record<string, string>, map: FieldMap | undefined): SentField[] | undefined {
  if (!map) return undefined;
  const sent = mapped(ours, map);
  return Object.entries(map).flatMap(([name, source]) =>
    "from" in source ? [{ name, from: source.from, value: String(sent[name]) }] : [],
  );
}
