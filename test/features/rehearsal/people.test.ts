import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { utcDay } from "../../../machines/rules/dates.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import { casesOf, type Habits, learn, withoutSingles } from "../../../tools/features/rehearsal/habits.ts";
import { firstDay, peopleOf } from "../../../tools/features/rehearsal/people.ts";
import { startStubSite } from "../../../tools/features/rehearsal/stub-site.ts";
import { claimpathIn } from "../../support/files.ts";

const paths = ["/survey/c"];
const entry = { variant: variants.get("c")! };
const canary = "Zebediah";

/** Visits of survey C, each with text of its own in whatever was typed, and an affiliate of its own. */
function recordedVisits(count: number): LogEntry[][] {
  const until = Date.UTC(2026, 9, 1);
  const day = (at: number) => Math.floor(at / 86_400_000);
  const visits = [
    ...simulate({ sessions: count, seed: 5, variant: variants.get("c")!, days: 30, until, day }),
  ];
  return visits.map(({ log }, index) =>
    log.map((each): LogEntry => {
      if (each.kind === "entry")
        return { ...each, body: { ...each.body, path: "/survey/c", query: { affid: `${canary}${index}` } } };
      if (each.kind !== "answer") return each;
      const answers = Object.fromEntries(
        Object.entries(each.body.answers).map(([name, value]) => [
          name,
          /name|email|phone|zip|description/i.test(name) ? `${canary} ${index}` : value,
        ]),
      );
      return { ...each, body: { ...each.body, answers } } as LogEntry;
    }),
  );
}

describe("people who never were", () => {
  const habits: Habits = {};
  beforeAll(() => {
    for (const log of recordedVisits(400)) learn(habits, log);
    // One visitor alone was hit by a motorcycle.
    const [rare] = recordedVisits(1);
    const at = rare![0]!.at + 1_000;
    const { answers } = casesOf(entry, "OtherDriversVehicleType", utcDay(at)).at(-1)! as { answers: object };
    const first = {
      kind: "answer",
      at,
      body: { step: "WhenWasTheAccident", answers: { accident_date_button: "Within 30 Days" } },
    };
    const second = { kind: "answer", at, body: { step: "OtherDriversVehicleType", answers } };
    for (const step of Object.values(habits["/survey/c"]!.steps))
      delete step.cases[casesOf(entry, "OtherDriversVehicleType", utcDay(at)).length - 1];
    learn(habits, [rare![0]!, first, second] as LogEntry[]);
  });

  it("have no text of a recorded visit, and nothing that one visitor alone did", () => {
    const common = withoutSingles(habits);
    const people = peopleOf(3_000, 1, common, paths);
    expect(JSON.stringify([common, people])).not.toContain(canary);
    const counts = Object.values(common["/survey/c"]!.steps).flatMap(({ left, back, cases }) => [
      left,
      back,
      ...Object.values(cases),
    ]);
    expect(counts.filter((count) => count === 1)).toEqual([]);
    const { post } = casesOf(entry, "OtherDriversVehicleType", utcDay(firstDay)).at(-1)! as { post: object };
    const given = people.flatMap(({ answers }) => answers.OtherDriversVehicleType!);
    expect(given.filter((each) => JSON.stringify(each) === JSON.stringify(post))).toEqual([]);
  });

  it("give answers as often as recorded visitors do", () => {
    const people = peopleOf(3_000, 1, withoutSingles(habits), paths);
    const cases = casesOf(entry, "AtFault", utcDay(firstDay));
    const counted = habits["/survey/c"]!.steps.AtFault!.cases;
    const all = Object.values(counted).reduce((sum, count) => sum + count, 0);
    for (const [place, each] of cases.entries()) {
      const { post } = each as { post: object };
      const given = people.filter(
        ({ answers }) => JSON.stringify(answers.AtFault![0]) === JSON.stringify(post),
      );
      expect(given.length / people.length, each.label).toBeCloseTo((counted[place] ?? 0) / all, 1);
    }
  });

  it("are the same for the same seed, and others for another", () => {
    expect(peopleOf(50, 3, habits)).toEqual(peopleOf(50, 3, habits));
    expect(peopleOf(50, 4, habits)).not.toEqual(peopleOf(50, 3, habits));
  });

  it("have a mailbox and a number each, and do everything odd", () => {
    const people = peopleOf(2_000, 1, {});
    const phones = people.flatMap(({ answers }) => answers.PhoneAndZip?.[0]?.phone ?? []);
    expect(new Set(phones).size).toBe(phones.length);
    expect([...new Set(people.flatMap(({ oddity }) => oddity?.kind ?? []))].sort()).toEqual([
      "answers in two tabs",
      "changes an answer",
      "finds a service down",
      "goes back",
      "is refused three times",
      "presses twice",
    ]);
    expect(people.filter(({ path }) => path === "/survey/es").length).toBeGreaterThan(20);
    expect(people.filter(({ scripts }) => scripts > 0 && scripts < 7).length).toBeGreaterThan(20);
  });
});

it("stubs answer for every address of an owner's file, by the owner's own words for yes", async () => {
  const file = claimpathIn({
    destinations: {
      firm: {
        kind: "json",
        url: `https://leads.${canary}.example/in?source=us`,
        headers: { Authorization: "Bearer $" + "{FIRM_KEY}" },
        mode: "live",
        answer: { accepted: { field: "result.status", is: ["taken"] }, price: "result.price" },
      },
      letters: {
        kind: "email",
        smtp: `smtp://mail.${canary}.example`,
        from: "a@example.com",
        to: ["b@example.com"],
      },
    },
    order: ["firm"],
    console: { people: "people.json" },
  });
  const site = await startStubSite(file);
  try {
    const written = readFileSync(site.env.CLAIMPATH_FILE!, "utf8");
    expect(written).not.toContain(canary);
    expect(site.env.FIRM_KEY).not.toBeUndefined();
    const [url] = /http:\/\/127\.0\.0\.1:\d+\/firm\?source=us/.exec(written)!;
    const answers = new Set<string>();
    for (let number = 1; number < 20; number++) {
      site.serve(number);
      const body = JSON.stringify({ id: number });
      const response = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": `${number}` },
        body,
      });
      const { result } = (await response.json()) as { result: { status: string; price: number } };
      expect(result.price).toBeGreaterThan(20);
      answers.add(result.status);
    }
    expect([...answers].sort()).toEqual(["no", "taken"]);
    expect(site.taken().received).toHaveLength(19);
  } finally {
    await site.stop();
  }
});
