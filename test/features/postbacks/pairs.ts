import { reached } from "../../pairs/calendar.ts";
import type { Day } from "../../pairs/day.ts";
import { dollars } from "../../pairs/firms.ts";
import { secretOf } from "../../pairs/ground.ts";
import type { Row } from "../../pairs/parameters.ts";
import { canaryIn } from "../../pairs/people.ts";
import { personOf, type Sale } from "../../pairs/recount.ts";

export const parameters = {
  postbacks: {
    values: ["none", "sold", "every", "post"],
    about: "what affiliate 252 is told, and how",
    settings: ["campaign.postbacks", "POSTBACK_SECRETS"],
    isMoney: true,
  },
} as const;

/** The value of `fault` with which its messages cannot be queued. */
export const fault = "postbacks";
export const failing = { table: "outbox", when: "new.destination like 'postback.%.sold%'" };

/** Whether what fails is met on this day. */
export const isMet = ({ row, erasedAt }: Day): boolean => row.postbacks !== "none" && erasedAt === undefined;

/** Affiliates' settings in `campaigns`, by their ids. */
export function campaignsOf({ postbacks }: Row, address: (path: string) => string): Record<string, object> {
  if (postbacks === "none") return {};
  const query = "e={event}&lead={lead_id}&p={payout}&t={total}&s={sub1}";
  const events = postbacks === "sold" ? ["sold"] : ["lead", "sold", "returned", "corrected"];
  const tellsOf = (path: string) => ({
    postbacks: {
      ...(postbacks === "post" && { method: "POST" }),
      ...Object.fromEntries(events.map((event) => [event, address(`${path}?${query}`)])),
    },
  });
  return { "252": tellsOf("/affiliate"), "7": tellsOf("/seven") };
}

export function environmentOf({ postbacks }: Row): Record<string, string> {
  return postbacks === "post" ? { POSTBACK_SECRETS: `252=${secretOf("252")},7=${secretOf("7")}` } : {};
}

/** The affiliate is told of each of its sales once, and the amounts add up to its payout. */
export async function check(day: Day, sales: readonly Sale[], paid: number): Promise<void> {
  const { row, firms, wrong } = day;
  if (row.postbacks === "none") return;
  const isTold = (sale: Sale) => {
    const person = personOf(day, sale.lead);
    return (
      person?.affiliate === "252" &&
      !person.isStopped &&
      !day.old.has(sale.lead) &&
      day.erasedAt === undefined
    );
  };
  const own = sales.filter(isTold);
  const soldOf = () => firms.told.filter(({ event }) => event === "sold");
  if (day.erasedAt === undefined && row.upgrade === "fresh") {
    await reached(() => soldOf().length >= own.length, 3_000);
    for (const { lead } of own) {
      const times = soldOf().filter((each) => each.lead === lead).length;
      const wanted = own.filter((each) => each.lead === lead).length;
      if (times !== wanted)
        wrong("an affiliate is told of each sale once", `${personOf(day, lead)?.who}: ${times} times`);
    }
    const toldOf = () => firms.told.reduce((all, { payout }) => all + payout, 0);
    // The message about a return follows the sale's, each in its own time.
    if (row.postbacks !== "sold") await reached(() => toldOf() === paid, 10_000);
    if (row.postbacks !== "sold" && toldOf() !== paid)
      wrong("postbacks add up to the payout", `$${dollars(toldOf())} in place of $${dollars(paid)}`);
  }
  const late = firms.told.find(({ lead, at }) => lead === day.people[0]!.lead && at > (day.erasedAt ?? at));
  if (late) wrong("an affiliate is told nothing of who is erased", late.event);
  const [, ben] = day.people;
  const sold = firms.toldSeven.filter(({ event }) => event === "sold").length;
  if (ben!.isStopped && firms.toldSeven.length > 0)
    wrong("an affiliate is told nothing of who said no", firms.toldSeven.map(({ event }) => event).join());
  else if (!ben!.isStopped && sold !== sales.filter(({ lead }) => lead === ben!.lead).length)
    wrong("an affiliate is told of each sale once", `ben: ${sold} times`);
  const messages = firms.stub.requests.filter(({ path }) => path === "/affiliate");
  for (const { url, body } of messages) {
    const found = canaryIn(day, `${url} ${body}`);
    if (found) wrong("an affiliate is told nobody's name", found);
  }
}
