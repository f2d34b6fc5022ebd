import { printable } from "./printable.ts";

/** Who it is as far as anybody may see: `Z… Q…`, `z…@example.com`, `…42`; each '' where there is none. */
export function maskedPerson(record: Record<string, unknown>): {
  name: string;
  email: string;
  phone: string;
} {
  const { first_name, last_name, email, phone } = record;
  const domain = typeof email === "string" && email.includes("@") ? email.slice(email.lastIndexOf("@")) : "";
  return {
    name: `${initial(first_name)} ${initial(last_name)}`.trim(),
    email: domain && `${initial(email)}${printable(domain)}`,
    phone: typeof phone === "string" && phone.length > 2 ? `…${printable(phone.slice(-2))}` : "",
  };
}

/** First letter only, as in `Z…`. */
function initial(text: unknown): string {
  const [first] = typeof text === "string" ? printable(text) : "";
  return first ? `${first}…` : "";
}

type Lead = {
  kind: string;
  variant: string;
  qualified: boolean | null;
  dqReason: string | null;
  record: Record<string, unknown>;
};

/** A lead or message on one line without personal data: `New lead (survey c): Z… Q…, …42, TX, qualified`. */
export function maskedLine({ kind, variant, qualified, dqReason, record }: Lead): string {
  const { name, phone } = maskedPerson(record);
  const state = typeof record.state === "string" ? printable(record.state) : "";
  const reason = dqReason ? `: ${printable(dqReason)}` : "";
  const verdict = qualified === null ? "" : qualified ? "qualified" : `not qualified${reason}`;
  const what = kind === "contact" ? "New message" : `New lead (survey ${variant})`;
  return `${what}: ${[name, phone, state, verdict].filter(Boolean).join(", ")}`;
}
