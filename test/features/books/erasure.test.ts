import { beforeEach, describe, expect, test } from "vitest";
import { sourceIn } from "../../../services/store/sales/ledger-book.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { sqlOn, tablesOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

describe.each(databases)("one person in the books on $name", ({ start }) => {
  const on = freshStore(start, { hashKey: undefined, codeKeys: ["new", "old"] });

  beforeEach(async () => {
    // Somebody else, who mentions the address and shares nothing.
    const other = aSubmission([]);
    other.lead.record = { email: "b@example.com", case_description: `write to ${zoe.email}` };
    await on.store.submit(aVisit(), 0, [{ kind: "answer", body: other.lead.record, at: 1 }], other);
  });

  test(
    "is in the consent only after an erasure, whatever links, buyers and people wrote",
    holds("T92"),
    async () => {
      const { store } = on;
      const spellings = [
        "2135550177",
        "213-555-0177",
        "+12135550177",
        "call.2135550177",
        "1.213.555.01.77",
        "x5550177",
        "Zoecanary",
        "ZOECANARY.77",
        "ZoeCanaryWay",
        "zo\u00e9canary",
        "zoe.canary",
        "my_zoecanary_id",
        zoe.email,
        encodeURIComponent(zoe.email),
        "zoecanary%2e77",
        ...[zoe.email, zoe.name, zoe.phone].map((text) => Buffer.from(text).toString("base64")),
        ...[zoe.name, zoe.phone].map((text) => Buffer.from(text).toString("hex")),
      ];
      const leads: string[] = [];
      for (const [index, spelling] of spellings.entries()) {
        const { lead } = await storePerson(store, ["north"], {
          affid: index % 2 ? "7" : spelling,
          sub_id: spelling,
        });
        leads.push(lead.id);
        const [message] = await store.outbox.claim(["north"], on.now);
        const record = { affid: index % 2 ? "7" : spelling, sub_id: spelling, ...lead.record };
        const about = { messageId: message!.id, leadId: lead.id, at: on.now };
        await store.outbox.delivered(message!, "accepted", spelling, {
          said: { ...about, price: 1, buyerId: spelling },
          booked: {
            ...about,
            ...sourceIn(record),
            buyer: "north",
            buyerLeadId: spelling,
            cents: 100,
            survey: "c",
            qualified: true,
            returnDays: 14,
            payout: "",
          },
        });
        const outcome = { outcome: "paid", at: on.now, amountCents: 200, currency: "USD" } as const;
        await store.books.outcomes.add([
          { ...outcome, id: lead.id, leadId: lead.id, buyer: "north", buyerLeadId: spelling },
        ]);
        // A repetition is recognized, although it is stored in another form.
        const again = { ...outcome, id: `${lead.id} again`, leadId: lead.id, buyer: "NORTH" };
        expect(await store.books.outcomes.add([{ ...again, buyerLeadId: spelling }])).toMatchObject([
          { isNew: false, why: "known already" },
        ]);
        const [sale] = await store.bookkeeping.ofLeads([lead.id]);
        await store.books.ledger.giveBack(sale!.id, undefined, {
          person: "ana",
          reason: `wrong ${spelling}`,
        });
        await store.readings.add("ana", "console return", [lead.id], { reason: `wrong ${spelling}` });
        await store.inbox.addNote(lead.id, "ana", `called ${spelling}`);
      }
      const unlike =
        /"(sub_?id|affiliate|buyer_?(lead_)?id|reason)":"(?!7"|"|north|\(other\)|#|wrong [a-z0-9.]{0,6}…|the buyer reported).{0,60}/i;
      const tables = ["sales", "outcomes", "sales_ledger", "readings"];
      const rowsOf = async (table: string) => JSON.stringify(await sqlOn(on.url, `select * from ${table}`));
      for (const table of tables) expect((await rowsOf(table)).match(unlike)?.[0]).toBe(undefined);
      // Rows as earlier programs left them, in a month that was closed later.
      const old =
        "sub_id = 'spring/Zoecanary/v-2', affiliate = '2135550177', buyer_lead_id = 'zoe.canary', reason = 'of Zoecanary'";
      await sqlOn(on.url, `update sales_ledger set ${old}, person = 'ana' where lead_id = '${leads[0]}'`);
      await sqlOn(on.url, `update outcomes set buyer_lead_id = '${zoe.phone}' where lead_id = '${leads[1]}'`);
      await sqlOn(on.url, `update sales set buyer_id = '${zoe.phone}' where lead_id = '${leads[1]}'`);
      const source =
        "'c', '/', '1', '2135550177', 'spring/Zoecanary/v-2', 'v', 'phone', 'en', '', 'on', 0, 'h'";
      await sqlOn(
        on.url,
        `insert into analytics_sources (id, variant, path, offer, affiliate, sub_id, version, device, language, flags, scripts, simulated, hash) values (1, ${source})`,
      );
      // Two visits came by it, one of which is not known to be this person's.
      for (const visit of [`(select origin from leads where id = '${leads[0]}')`, "null"])
        await sqlOn(
          on.url,
          `insert into analytics_sessions (id, visit_id, change, source_id, trace_id, day, result, dq_reason, dwells)
             values ((select count(*) from analytics_sessions), ${visit}, 1, 1, 1, 1, 'open', '', '')`,
        );
      const month = { month: "2023-11", begins: on.now - 1_000, ends: on.now + 1_000_000 };
      const closed = await store.books.ledger.close(month, "ana");

      await store.people.erase({ email: zoe.email });
      await store.people.scrub();
      const left: string[] = [];
      for (const table of await tablesOn(on.url)) {
        if (table === "consents") continue;
        const text = (await rowsOf(table)).replaceAll(`write to ${zoe.email}`, "");
        for (const canary of [...spellings, "oecanary", "555.?01.?77", "zoe.canary"])
          if (
            new RegExp(
              canary.replaceAll(/[+.?]/g, (mark) => (mark === "+" ? "\\+" : mark)),
              "i",
            ).test(text)
          )
            left.push(`${table}: ${canary}`);
      }
      expect(left).toEqual([]);
      // Of a source with levels only what tells of them goes.
      for (const table of ["sales_ledger", "analytics_sources"])
        expect(await rowsOf(table)).toContain("spring/(erased)/v-2");
      const [now] = await store.books.ledger.closed();
      expect([(closed as { lines: number }).lines, await store.books.ledger.isUnchanged(now!)]).toEqual([
        now!.lines,
        true,
      ]);
      // A later report on an erased lead is compared with nobody, and no id of it is kept.
      const late = {
        outcome: "called",
        at: on.now + 1,
        buyer: "north",
        amountCents: null,
        currency: null,
      } as const;
      await store.books.outcomes.add([{ ...late, id: "late", leadId: leads[0]!, buyerLeadId: zoe.phone }]);
      expect(await rowsOf("outcomes")).not.toContain(zoe.phone);
    },
  );

  test("an affiliate under contract is kept, even if visitors bear its name", async () => {
    const store = await on.open({ affiliates: new Set(["zoecanary"]) });
    await sqlOn(
      on.url,
      `insert into terms_changes (number, at, person, reason, party, name, field, before, after, in_file, undoes)
        values (1, 0, 'ana', 'new', 'affiliate', 'Zoe', 'payout', null, '1', '', null)`,
    );
    for (const affid of ["zoecanary", "Zoe"]) {
      const { lead } = await storePerson(store, ["north"], { affid, first_name: "Zoe Zoecanary" });
      const paid = { outcome: "paid", at: on.now, amountCents: 200, currency: "USD" } as const;
      await store.books.outcomes.add([
        { ...paid, id: affid, leadId: lead.id, buyer: "north", buyerLeadId: "N-1" },
      ]);
    }
    await store.people.erase({ email: zoe.email });
    const lines = await store.books.ledger.list({}, 9);
    expect(
      lines
        .map(({ affiliate, buyerLeadId }) => [affiliate, buyerLeadId])
        .sort()
        .reverse(),
    ).toEqual([
      ["zoecanary", "N-1"],
      ["Zoe", "N-1"],
    ]);
    await store.close();
  });
});
