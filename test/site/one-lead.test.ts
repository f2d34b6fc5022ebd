import { describe, expect, it } from "vitest";
import { answersC } from "../support/answers.ts";
import { databases } from "../support/databases.ts";
import { siteOnDatabase } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { type Sent, send } from "../support/send.ts";
import { sqlOn } from "../support/store-reader.ts";
import { entriesC, FormVisitor, hiddenFields, JsonVisitor } from "../support/visitors.ts";
import { insisting, waitFor } from "../support/wait-for.ts";

const steps = Object.keys(answersC);
const lastStep = steps.at(-1)!;

const one = { leads: 1, consents: 1, outbox: 1 };

async function answerTo(visitor: FormVisitor, from: string, upTo?: string): Promise<void> {
  const end = upTo ? steps.indexOf(upTo) : steps.length;
  for (const step of steps.slice(steps.indexOf(from), end)) await visitor.post(answersC[step]!);
}

// The store does the same on both databases; tabs that answer at once come further on PostgreSQL.
const { site } = siteOnDatabase(databases[1].start);

const counted = async () => {
  const [row] = await sqlOn<typeof one>(
    site.databaseUrl,
    `select (select count(*) from leads) as leads, (select count(*) from consents) as consents,
       (select count(*) from outbox) as outbox`,
  );
  return { leads: Number(row!.leads), consents: Number(row!.consents), outbox: Number(row!.outbox) };
};
const added = async (work: () => Promise<void>) => {
  const before = await counted();
  await work();
  const after = await counted();
  return {
    leads: after.leads - before.leads,
    consents: after.consents - before.consents,
    outbox: after.outbox - before.outbox,
  };
};
const yesterday = (days: number) => {
  const ms = days * 24 * 60 * 60 * 1000;
  return sqlOn(
    site.databaseUrl,
    `update visits set updated_at = updated_at - ${ms}, created_at = created_at - ${ms}`,
  );
};

describe("one visit makes one lead", () => {
  it("when the button is pressed fifty times at once, by form and by JSON", holds("T10"), async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    await answerTo(visitor, steps[0]!, lastStep);
    const form = { ...hiddenFields(visitor.screen.html), ...answersC[lastStep] };
    const headers = { Cookie: visitor.cookie };
    const json = { path: "/survey/c", visit: form.visit };
    const locations = new Set<string | undefined>();
    expect(
      await added(async () => {
        // A machine full of other work may ask for a press again: that is no second lead either.
        const fifty = (press: () => Promise<Sent>) =>
          Array.from({ length: 50 }, () => insisting(press, () => {}));
        const presses = fifty(() => send(site.url, "/survey/c", { form, headers }));
        for (const { status, headers } of await Promise.all(presses)) {
          expect(status).toBe(303);
          locations.add(headers.location);
        }
        const posts = fifty(() => send(site.url, "/post-lead", { json, headers }));
        for (const { status, text } of await Promise.all(posts)) {
          expect(status).toBe(200);
          locations.add(JSON.parse(text).location);
        }
      }),
    ).toEqual(one);
    expect([...locations]).toEqual([expect.stringMatching(/^\/survey-thank-you\/\?.*&q=y$/)]);
  });

  it("when two tabs answer in turns", holds("T11"), async () => {
    const one = new FormVisitor(site.url);
    await one.open("/survey/c");
    const other = new FormVisitor(site.url);
    for (const [name, value] of one.cookies) other.cookies.set(name, value);
    // Both show the first question before anything is stored.
    await other.open("/survey/c");
    expect(
      await added(async () => {
        await one.post(answersC.WhenWasTheAccident!);
        await other.post({ option: "Within 6 Months" });
        expect(other.screen.step).toBe("OtherDriversVehicleType");
        await one.post(answersC.OtherDriversVehicleType!);
        expect(one.screen.step).toBe("AtFault");
        // This tab still shows the question before: answering it the same way takes it along.
        await other.post(answersC.OtherDriversVehicleType!);
        expect(other.screen.step).toBe("AtFault");
        await answerTo(one, "AtFault", lastStep);
        await other.open("/survey/c");
        expect(other.screen.step).toBe(lastStep);
        await Promise.all([one.post(answersC[lastStep]!), other.post(answersC[lastStep]!)]);
      }),
    ).toEqual({ leads: 1, consents: 1, outbox: 1 });
    expect(one.screen.url).toMatch(/^\/survey-thank-you\//);
    expect(other.screen.url).toBe(one.screen.url);
  });

  it("when two tabs send everything at the same time", holds("T11"), async () => {
    const one = await new JsonVisitor(site.url).open();
    const other = new JsonVisitor(site.url);
    other.cookie = one.cookie;
    await other.open();
    expect(
      await added(async () => {
        await Promise.all([one.progress(entriesC()), other.progress(entriesC())]);
        const posts = await Promise.all([one.postLead(), other.postLead(), one.postLead(), other.postLead()]);
        const locations = new Set(posts.filter(({ status }) => status === 200).map(({ text }) => text));
        expect(locations.size).toBe(1);
      }),
    ).toMatchObject({ leads: 1, consents: 1, outbox: 1 });
  });

  it("when every form of it is sent again afterwards", holds("T10"), async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c?affid=7");
    const forms: Record<string, string>[] = [];
    for (const step of steps) {
      forms.push({ ...hiddenFields(visitor.screen.html), ...answersC[step] });
      await visitor.post(answersC[step]!);
    }
    const thanks = visitor.screen.url;
    const headers = { Cookie: visitor.cookie };
    expect(
      await added(async () => {
        for (const form of [...forms, { ...forms[0], intent: "back" }, { ...forms[3], option: "No" }]) {
          const again = await send(site.url, "/survey/c?affid=7", {
            form: form as (typeof forms)[0],
            headers,
          });
          expect(again.headers.location).toBe(thanks);
        }
        const json = { path: "/survey/c", visit: forms[0]!.visit, entries: entriesC().slice(0, 1) };
        for (const path of ["/api/progress", "/post-lead"]) {
          const again = await send(site.url, path, { json, headers });
          expect(JSON.parse(again.text)).toEqual({ location: thanks });
        }
        const old = await send(site.url, "/survey/c?affid=7&step=PhoneAndZip", { headers });
        expect([old.status, old.headers.location]).toEqual([303, thanks]);
      }),
    ).toEqual({ leads: 0, consents: 0, outbox: 0 });
  });

  it("and its visitor may make another one by coming again", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    await answerTo(visitor, steps[0]!);
    expect(
      await added(async () => {
        await visitor.open("/survey/c");
        expect(visitor.screen.step).toBe(steps[0]);
        await answerTo(visitor, steps[0]!);
      }),
    ).toEqual(one);
  });
});

describe("a visit goes on", () => {
  it("after a restart of the server, and the next day, with its answers kept", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c?affid=7");
    await answerTo(visitor, steps[0]!, "AtFault");
    await site.stop();
    await site.restart();
    expect((await visitor.post(answersC.AtFault!)).step).toBe("WasUserInjured");
    await answerTo(visitor, "WasUserInjured", "NameAndEmail");
    await yesterday(1);
    await visitor.open("/survey/c");
    expect(visitor.screen.step).toBe("NameAndEmail");
    expect((await visitor.open("/survey/c?step=AtFault")).html).toMatch(
      /value="no"[^>]*data-chosen="true"|data-chosen="true"[^>]*value="no"/,
    );
    await visitor.open("/survey/c");
    expect(await added(() => answerTo(visitor, "NameAndEmail"))).toEqual(one);
    expect(visitor.screen.url).toContain("affid=7");
  });

  it("for a week: after that it begins again and says so", holds("T13"), async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    await answerTo(visitor, steps[0]!, "AtFault");
    await yesterday(8);
    const { step, html } = await visitor.open("/survey/c?step=AtFault");
    expect(step).toBe(steps[0]);
    expect(html).toContain("Your earlier answers have expired");
  });
});

describe("the buyer", () => {
  it("has each stored lead once", holds("T10"), async () => {
    const { leads } = await counted();
    const { received } = site.stubs.leadProsper;
    await waitFor("all deliveries", () => received.size === leads);
    expect([...received.values()].map(({ times }) => times)).toEqual(Array(leads).fill(1));
  });
});
