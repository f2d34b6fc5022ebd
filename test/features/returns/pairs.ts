import { said } from "../../pairs/calendar.ts";
import type { Day } from "../../pairs/day.ts";
import type { Row } from "../../pairs/parameters.ts";

export const parameters = {
  returns: {
    values: ["counted", "granted", "refused"],
    about: "whether what a buyer returns counts at once, or is asked for, and what the owner says then",
    settings: ["receiver.returns"],
    // Its pairs with all others are not tried yet: it is dealt out to the rows.
    isDealt: true,
  },
} as const;

/** A lead that was sold without terms never comes back too late: it would wait while the books are looked at. */
export const receiverOf = ({ returns, told, upgrade }: Row): object =>
  returns === "counted" || (told === "late" && upgrade === "unbooked") ? {} : { returns: "asked" };

export const acts = { afternoon: decide, night: decide };

/** What waits is decided, by two presses at once where it is granted. */
async function decide(day: Day): Promise<void> {
  const { row, wrong, press } = day;
  type Request = { id: string; lead_id: string; buyer: string };
  const waiting = await day.sql<Request>(
    "select id, lead_id, buyer from return_requests where verdict is null",
  );
  for (const { id, lead_id, buyer } of waiting) {
    const booked = async () =>
      (
        await day.sql(
          `select id from sales_ledger where part = 'back' and lead_id = '${lead_id}' and person = ''`,
        )
      ).length;
    if ((await booked()) > 0) wrong("what is asked for is in no book", lead_id);
    const tick = { [`request-${id}`]: "on" };
    if (row.returns === "refused") {
      const { status, text } = await press("/console/returns", {
        intent: "refuse",
        word: "It was wrong",
        ...tick,
      });
      if (status !== 200) wrong("the owner's presses work", `a refusal: ${status} ${said(text)}`);
      if ((await booked()) > 0) wrong("what is refused is in no book", lead_id);
      const act = day.acts.findIndex(
        (each) => each.lead === lead_id && each.buyer === buyer && !each.isByHand,
      );
      if (act >= 0) day.acts.splice(act, 1);
      continue;
    }
    // Two sign-ins at once would share a code.
    await day.get("/console/returns");
    const grant = { intent: "grant", word: "", ...tick };
    const pressed = await Promise.all([press("/console/returns", grant), press("/console/returns", grant)]);
    const statuses = pressed.map(({ status }) => status).sort();
    if (statuses.join() !== "200,422")
      wrong("one of two who decide at once does", `${statuses} ${said(pressed[0]!.text)}`);
  }
  if (waiting.length > 0) await day.settle(row.told === "evening" ? "21:55" : "15:40");
}

export async function check(day: Day): Promise<void> {
  const left = await day.sql("select id from return_requests where verdict is null");
  if (left.length > 0) day.wrong("all that is asked for is decided", String(left.length));
}

export const pages = async () => [
  "/console/returns",
  "/console/returns/numbers",
  "/console/returns/numbers?by=sub+id",
];
