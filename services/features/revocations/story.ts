import { dayText } from "../../calendar/days.ts";
import { printable } from "../../observe/printable.ts";
import type { Line } from "../../operations/story.ts";
import type { KeptStop } from "../../store/feature-rows.ts";
import type { Lead } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";

const doorWords: Record<KeptStop["door"], string> = {
  call: "by a signed call",
  file: "by a file",
  console: "in the console",
};

/** Who said it, of which day, and how it came in. */
export function stopText({ buyer, day, door, person }: KeptStop): string {
  const by = person === "" ? "" : `, written down by ${printable(person)}`;
  return `${printable(buyer)} was told not to call any more, on ${dayText(day)}; heard ${doorWords[door]}${by}`;
}

/** What buyers heard from the person of a lead, as evidence; who was told of it is said of the messages. */
export async function stopLines({ revocations }: Pick<Store, "revocations">, { id }: Lead): Promise<Line[]> {
  return (await revocations.ofLead(id)).map((stop) => ({ at: stop.at, text: stopText(stop) }));
}
