import { describe, expect, test, vi } from "vitest";
import { type History, watchHistory } from "../../../services/store/history.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

describe.each(databases)("history on $name", ({ start }) => {
  const on = freshStore(start);
  const watched = async (use: (history: History, events: string[]) => Promise<void>, pollMs = 20) => {
    const events: string[] = [];
    const log = (event: string, fields = {}) => events.push([event, ...Object.values(fields)].join(" "));
    const history = watchHistory(on.store, { log, pollMs });
    try {
      await use(history, events);
    } finally {
      history.stop();
    }
  };
  const goBack = (id: string) =>
    sqlOn(on.url, `delete from outbox where lead_id = '${id}'`).then(() =>
      sqlOn(on.url, `delete from leads where id = '${id}'`),
    );

  test("that goes back is noticed, says which leads are lost, and holds deliveries", holds("T85"), () =>
    watched(async ({ store, lost }, events) => {
      const kept = aSubmission(["a"]);
      const gone = aSubmission(["a"]);
      await store.submit(aVisit(), 0, [], kept);
      await store.submit(aVisit(), 0, [], gone);
      await goBack(gone.lead.id);
      await store.submit(aVisit(), 0, [], aSubmission(["a"]));
      expect(await store.outbox.claim(["a"], on.now, 9)).toEqual([]);
      expect(lost()).toEqual([gone.lead.id]);
      expect(events).toEqual(["store.went_back 1", `store.lead_lost ${gone.lead.id}`]);
      // By the claim alone: a look of the timer's just before it would do for both.
    }, 600_000),
  );

  test("is looked at although nothing is delivered", () =>
    watched(async ({ store, lost }) => {
      const { lead } = aSubmission([]);
      await store.submitContact("form", {
        ...aSubmission([]),
        lead: { ...lead, kind: "contact" },
        consent: null,
      });
      await goBack(lead.id);
      await vi.waitFor(() => expect(lost()).toEqual([lead.id]), { timeout: 240_000 });
    }));

  test("that is whole holds nothing, also when a lead's person is erased", () =>
    watched(async ({ store, lost }) => {
      const { lead } = aSubmission();
      await store.submit(aVisit(), 0, [], { ...aSubmission(), lead });
      on.now += 400 * 24 * 3_600_000;
      expect((await on.store.retention.sweep({ undelivered: 1 })).undelivered).toBe(1);
      await store.submit(aVisit(), 0, [], aSubmission(["a"]));
      expect(await store.outbox.claim(["a"], on.now, 9)).toHaveLength(1);
      expect(lost()).toEqual([]);
    }));
});
