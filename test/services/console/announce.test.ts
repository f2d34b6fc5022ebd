import { expect, it } from "vitest";
import { announceLeads } from "../../../services/console/announce.ts";
import { findLeads } from "../../../services/console/find-leads.ts";
import type { InboxLead } from "../../../services/store/leads/inbox.ts";
import type { Lead } from "../../../services/store/rows.ts";
import { waitFor } from "../../support/wait-for.ts";

const aLead = (id: string, record: Record<string, unknown> = {}) =>
  ({ id, kind: "survey", variant: "c", qualified: true, dqReason: null, record }) as unknown as InboxLead;

it("prints each new lead once, masked, oldest first", async () => {
  const stored: Lead[] = [];
  const lines: string[] = [];
  const list = async () => [...stored].reverse();
  const { stop } = announceLeads({ list }, (line) => lines.push(line));
  const zoe = { first_name: "Zoe", last_name: "Quinn", phone: "(213) 555-0142", state: "TX" };
  stored.push(aLead("1", zoe), aLead("2"));
  await waitFor("two lines", () => lines.length === 2);
  stored.push(aLead("3"));
  await waitFor("a third", () => lines.length === 3);
  await stop();
  expect(lines[0]).toBe("New lead (survey c): Z… Q…, …42, TX, qualified");
});

it("turns pages until it has found enough, and says where it stopped", async () => {
  const all = Array.from({ length: 5_000 }, (_, index) =>
    aLead(String(9_999 - index), { phone: `213555${String(index).padStart(4, "0")}`, state: "TX" }),
  );
  const page = async ({ before = "99999" }: { before?: string }, limit: number) =>
    all.filter(({ id }) => id < before).slice(0, limit);
  const catchUp = async () => 0;
  const first = await findLeads({ page, catchUp }, { find: "…99", state: "TX", isMasked: false }, 50);
  expect(first.leads.map(({ record }) => record.phone).slice(0, 2)).toEqual(["2135550099", "2135550199"]);
  expect(first.leads.length).toBe(20);
  const rest = await findLeads({ page, catchUp }, { find: "99", before: first.next, isMasked: true }, 50);
  expect(rest.leads[0]!.record.phone).toBe("2135552099");
  expect(
    (await findLeads({ page, catchUp }, { state: "AK", before: "5100", isMasked: false }, 50)).next,
  ).toBeUndefined();
});
