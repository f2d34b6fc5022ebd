import { printable } from "./printable.ts";

/** Providers of so many mailboxes that one names nobody; a family's or a firm's own domain does. */
const largeProviders = new Set(
  (
    "gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com comcast.net msn.com live.com att.net verizon.net " +
    "sbcglobal.net ymail.com me.com mail.com proton.me protonmail.com gmx.com bellsouth.net cox.net charter.net"
  ).split(" "),
);

/** The person as far as anybody may see: `Z… Q…`, `z…@gmail.com` or `z…@…`, `…42`; each '' where there is none. */
export function maskedPerson(record: Record<string, unknown>): {
  name: string;
  email: string;
  phone: string;
} {
  const { first_name, last_name, email, phone } = record;
  const domain = typeof email === "string" ? /@([^@]*)$/.exec(email)?.[1]?.toLowerCase() : undefined;
  return {
    name: `${initial(first_name)} ${initial(last_name)}`.trim(),
    email: domain === undefined ? "" : `${initial(email)}@${largeProviders.has(domain) ? domain : "…"}`,
    phone: typeof phone === "string" && phone.length > 2 ? `…${printable(phone.slice(-2))}` : "",
  };
}

/** The person for who may see all of it; each '' where there is none. */
export function wholePerson({ first_name, last_name, phone }: Record<string, unknown>): {
  name: string;
  phone: string;
} {
  const names = [first_name, last_name].filter((part) => typeof part === "string");
  return {
    name: printable(names.join(" ")).trim(),
    phone: typeof phone === "string" ? printable(phone) : "",
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
