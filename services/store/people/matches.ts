import { type ContactPoints, normalEmail, normalPhone } from "../address-hash.ts";

/**
 * How to tell whether a JSON text is about somebody: one of its texts is the address or the number, however it is
 * written. A text that merely mentions one, such as a description, is somebody else's.
 */
export function matcherOf(reach: ContactPoints): (json: string) => boolean {
  const email = normalEmail(reach.email);
  const phone = normalPhone(reach.phone);
  const isThis = (text: string) =>
    (email !== undefined && normalEmail(text) === email) ||
    (phone !== undefined && normalPhone(text) === phone);
  // Most rows are not parsed at all.
  const marks = [email && JSON.stringify(email).slice(1, -1), phone?.slice(-4)].filter((mark) => mark);
  return (json) => {
    const lower = json.toLowerCase();
    return marks.some((mark) => lower.includes(mark!)) && textsIn(JSON.parse(json)).some(isThis);
  };
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
