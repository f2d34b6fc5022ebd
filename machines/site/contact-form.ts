import * as z from "zod/mini";
import { fieldSchemas, severalLines } from "../field-schemas.ts";
import type { ErrorKey } from "../fields.ts";

/** Options of the contact form's first field (spec 3.1). */
export const accidentTypes = [
  "Car Accident",
  "Truck Accident",
  "Bicycle Accident",
  "Motorcycle Accident",
  "Pedestrian Accident",
  "Other",
] as const;

export const contactFields = [
  "typeOfAccident",
  "firstName",
  "lastName",
  "email",
  "phoneNumber",
  "message",
] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactValues = Record<ContactField, string>;
export type ContactErrors = { [field in ContactField]?: ErrorKey };

/** Every field is required (spec 5.1); `phoneNumber` ends as the 14 characters of its mask. */
const schemas: Record<ContactField, z.ZodMiniType<string>> = {
  typeOfAccident: z.enum(accidentTypes, { error: "choose" }),
  firstName: fieldSchemas.name,
  lastName: fieldSchemas.name,
  email: fieldSchemas.email,
  phoneNumber: fieldSchemas.phone,
  message: severalLines(1),
};

/** Judges one post of the contact form; never throws. `values` is what was typed, to be shown again. */
export function parseContact(
  posted: Record<string, string | undefined>,
): { ok: true; values: ContactValues } | { ok: false; errors: ContactErrors; values: ContactValues } {
  const typed = {} as ContactValues;
  const values = {} as ContactValues;
  const errors: ContactErrors = {};
  for (const field of contactFields) {
    typed[field] = (Object.hasOwn(posted, field) && posted[field]) || "";
    const parsed = schemas[field].safeParse(typed[field]);
    if (parsed.success) values[field] = parsed.data;
    else errors[field] = (parsed.error.issues[0]?.message ?? "required") as ErrorKey;
  }
  return Object.keys(errors).length === 0 ? { ok: true, values } : { ok: false, errors, values: typed };
}
