import { StoreBusy } from "../../services/store/engine/failures.ts";
import { uuid7 } from "../../services/store/engine/uuid7.ts";
import type { NewVisit, Submission } from "../../services/store/rows.ts";
import type { NewSale } from "../../services/store/sales/ledger-book.ts";
import type { NewsReader } from "../../services/store/sales/news.ts";
import type { Store } from "../../services/store/store.ts";

let visits = 0;

/** A visit nobody else has. */
export function aVisit(more: Partial<NewVisit> = {}): NewVisit {
  visits += 1;
  return {
    id: `visit-${visits}`,
    sessionId: `session-${visits}`,
    variant: "c",
    machineVersion: "v1",
    ...more,
  };
}

/** A lead with its consent and one message per destination. */
export function aSubmission(destinations: string[] = ["lead-prosper"], at = 1_700_000_000_000): Submission {
  const id = uuid7(at);
  return {
    lead: {
      id,
      kind: "survey",
      variant: "c",
      qualified: true,
      dqReason: null,
      record: { first_name: "Zoë 👩‍👩‍👧", email: "zoe@example.com", case_description: "a\u0000b \ud800 ‮" },
      derived: [{ field: "physical_injury", raw: "No", value: "Yes", rule: "early_treatment" }],
      location: `/thank-you?lead=${id}`,
      buyers: [],
      signs: { tookMs: 65_000, trapFilled: false },
    },
    consent: {
      at,
      body: {
        salt: "c2FsdHNhbHRzYWx0c2FsdA",
        text: "I agree to be called. ñ",
        version: "1",
        language: "en",
        button: "Get my estimate",
        page: "/survey/v3",
        ip: "192.0.2.1",
        userAgent: "test",
        phone: "2125550100",
        build: "b1",
      },
    },
    outbox: destinations.map((destination) => ({ destination, payload: { id }, status: "waiting" as const })),
  };
}

/** A busy store has written nothing, and its callers ask again; a slow machine's database is busy at times. */
export async function patiently<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StoreBusy)) throw error;
    }
  }
}

/** Hears of each sale that affiliate 252 brought, and has one message queued about it. */
export const listener: NewsReader = {
  name: "listener",
  wants: ({ affiliate, event }) => affiliate === "252" && event === "sold",
  messages: async () => [{ destination: "listener.sold", payload: {}, status: "waiting" }],
};

/** A lead on its way to north, and the sale that its yes would be: of $120, 40% of which are the affiliate's. */
export async function offeredSale(on: { store: Store; now: number }, more: Partial<NewSale> = {}) {
  const { lead } = await on.store.submit(aVisit(), 0, [], aSubmission(["north"], on.now));
  const [message] = await on.store.outbox.claim(["north"], on.now);
  const sale = { messageId: message!.id, leadId: lead!.id, at: on.now };
  const booked: NewSale = {
    ...sale,
    buyer: "north",
    buyerLeadId: "r-1",
    cents: 12_000,
    returnDays: 14,
    payout: "40%",
    affiliate: "252",
    subId: "s",
    offer: "57",
    survey: "c",
    state: "TX",
    qualified: true,
    ...more,
  };
  const said = { ...sale, price: booked.cents / 100, buyerId: "r-1" };
  return {
    leadId: lead!.id,
    visitId: lead!.origin,
    sell: () => on.store.outbox.delivered(message!, "accepted", "", { said, booked }),
  };
}
