import { reached } from "../../pairs/calendar.ts";
import type { Day } from "../../pairs/day.ts";
import { dollars } from "../../pairs/firms.ts";
import type { Row } from "../../pairs/parameters.ts";
import { canaryIn } from "../../pairs/people.ts";
import { linesOf, personOf, type Sale } from "../../pairs/recount.ts";

export const parameters = {
  conversions: {
    values: ["none", "told"],
    about: "whether ad networks are told of everybody, Meta of events and Google of what is owed",
    settings: [
      "conversions",
      "CONVERSION_URLS",
      "META_CONVERSIONS_TOKEN",
      "TIKTOK_CONVERSIONS_TOKEN",
      "GOOGLE_CONVERSIONS_SECRET",
      "GOOGLE_CONVERSIONS_TOKEN",
      "MICROSOFT_CONVERSIONS_SECRET",
      "MICROSOFT_CONVERSIONS_TOKEN",
      "MICROSOFT_DEVELOPER_TOKEN",
    ],
    // Its pairs with other parameters are not tried yet: it is distributed over the rows.
    isDealt: true,
  },
} as const;

/** Its parts of the file, by section. */
export function sectionsOf({ conversions }: Row): Record<string, object> {
  if (conversions === "none") return {};
  // Nobody comes by an ad: all are recognized by their numbers.
  const all = { mode: "live", match: ["phone"], "without-click": "yes" };
  return {
    conversions: {
      meta: { ...all, pixel: "123456789012345" },
      google: {
        ...all,
        customer: "1234567890",
        "client-id": "client.of.pairs",
        events: { sold: "7002", returned: "restate", corrected: "restate" },
      },
    },
  };
}

export function environmentOf(
  { conversions }: Row,
  address: (path: string) => string,
): Record<string, string> {
  if (conversions === "none") return {};
  return {
    CONVERSION_URLS: `meta=${address("")},google=${address("")}`,
    META_CONVERSIONS_TOKEN: "meta-of-pairs",
    GOOGLE_CONVERSIONS_TOKEN: "google-of-pairs",
    GOOGLE_CONVERSIONS_SECRET: "secret-of-pairs",
  };
}

type Event = { event_id: string; event_name: string; custom_data?: { value: number } };
type Ingested = { transactionId: string; conversionValue: number };

/** Networks are told of each sale once, and end up with what the books have. */
export async function check(day: Day, sales: readonly Sale[]): Promise<void> {
  const { row, firms, wrong } = day;
  if (row.conversions === "none") return;
  const reported = <Of>(path: RegExp, of: (body: never) => readonly Of[]) =>
    firms.others
      .filter((each) => path.test(each.path))
      .flatMap(({ body, at }) => of(JSON.parse(body) as never).map((each) => ({ ...each, at })));
  const events = () => reported(/^\/v\d+\.0\//, ({ data }: { data: Event[] }) => data);
  const ingested = () => reported(/^\/v1\//, ({ events }: { events: Ingested[] }) => events);
  const isTold = ({ lead }: Sale) => {
    const person = personOf(day, lead);
    return person !== undefined && !person.isStopped && !day.old.has(lead);
  };
  const own = sales.filter(isTold);
  if (day.erasedAt === undefined && row.upgrade === "fresh") {
    const purchases = () => events().filter(({ event_name }) => event_name === "Purchase");
    await reached(() => purchases().length >= own.length, 5_000);
    const ids = purchases().map(({ event_id }) => event_id);
    if (ids.length !== own.length || new Set(ids).size !== ids.length)
      wrong("a network is told of each sale once", `${ids.length} times in place of ${own.length}`);
    const sold = own.reduce((all, { cents }) => all + cents, 0);
    const said = purchases().reduce((all, { custom_data }) => all + Math.round(custom_data!.value * 100), 0);
    if (said !== sold)
      wrong("a network is told what was paid", `$${dollars(said)} in place of $${dollars(sold)}`);
    const lines = await linesOf(day);
    const newest = (lead: string) =>
      Math.round((ingested().findLast((each) => each.transactionId === lead)?.conversionValue ?? 0) * 100);
    for (const lead of new Set(own.map((each) => each.lead))) {
      if (personOf(day, lead)?.saysNoLater) continue;
      const owed = lines
        .filter((line) => line.lead === lead && line.part !== "payout")
        .reduce((all, { cents }) => all + cents, 0);
      await reached(() => newest(lead) === owed, 10_000);
      if (newest(lead) !== owed)
        wrong("a network has what the books have", `$${dollars(newest(lead))} in place of $${dollars(owed)}`);
    }
  }
  const late = ingested().find(
    ({ transactionId, at }) => transactionId === day.people[0]!.lead && at > (day.erasedAt ?? at),
  );
  if (late) wrong("a network is told nothing of who is erased", late.transactionId);
  const stopped = day.people.filter(({ isStopped }) => isStopped).map(({ lead }) => lead);
  if (ingested().some(({ transactionId }) => stopped.includes(transactionId)))
    wrong("a network is told nothing of who said no", stopped.join());
  for (const { url, body } of firms.others) {
    const found = canaryIn(day, `${url} ${body}`);
    if (found) wrong("a network is told nobody's name", found);
  }
}
