import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { askedBy, askedVisits } from "../../../../app/features/numbers/answers/asked.ts";
import { leadResults, visitsAddress } from "../../../../app/features/numbers/query.ts";
import type { Counted } from "../../../../app/features/numbers/tables/table.ts";
import { recordedVisit } from "../../../../app/features/numbers/visits/recorded-visit.ts";
import { VisitPage } from "../../../../app/features/numbers/visits/visit-page.tsx";
import { chartOf } from "../../../../app/graphs/chart-of.ts";
import { knownParameters } from "../../../../machines/context/tracking.ts";
import { usualLeadSettings } from "../../../../machines/model/lead-so-far.ts";
import { isPlain } from "../../../../machines/model/masked.ts";
import { readScenario } from "../../../../machines/model/setup.ts";
import { variants } from "../../../../machines/registry.ts";
import { answerFields } from "../../../../machines/rules/answers.ts";
import { stepNamed } from "../../../../machines/steps/index.ts";
import type { LogEntry } from "../../../../machines/visit/log.ts";
import { results } from "../../../../services/analytics/session.ts";
import { dayCounter } from "../../../../services/calendar/days.ts";
import { numbersOf } from "../../../../services/features/numbers/index/numbers.ts";
import { SessionIndex } from "../../../../services/features/numbers/index/session-index.ts";
import { visitRows } from "../../../../services/features/numbers/index/visit-rows.ts";
import { simulate } from "../../../../services/features/numbers/simulation/simulate.ts";
import { holds } from "../../../support/holds.ts";
import { keptInMemory } from "../indexes.ts";

const code = "v4nv";
const until = Date.UTC(2026, 5, 15);
const asOf = until;
const index = new SessionIndex();

beforeAll(async () => {
  const options = { variant: variants.get(code)!, days: 14, until, day: dayCounter("UTC") };
  const simulated = [...simulate({ ...options, sessions: 300, seed: 3 })].map(({ session }) => session);
  // Some of the visitors' own are under way.
  const own = [...simulate({ ...options, sessions: 200, seed: 4 })].map(({ session }, number) => ({
    ...session,
    visitId: `visit-${number}`,
    source: { ...session.source, simulated: false },
    lastAt: asOf - (number % 3) * 20 * 60_000,
  }));
  await index.refresh(keptInMemory([...simulated, ...own]));
});

/** The visits that a pressed number leads to. */
function visitsAt(search: string, counted: Counted, page: { older?: number; limit?: number } = {}) {
  const address = visitsAddress(code, new URLSearchParams(search), counted);
  expect(address).toMatch(/^\/graphs\/v4nv\/visits\?/);
  const { asked, wrong } = askedVisits(code, new URL(address, "http://site").searchParams);
  expect(wrong).toEqual({});
  return visitRows(index, asked!, { limit: 50, ...page }, asOf);
}

const numbersAt = (search: string) =>
  numbersOf(index, askedBy(code, new URLSearchParams(search)).asked!.query, asOf);

describe.each([
  "",
  "data=simulated",
  "data=both&at=AtFault&measure=time&least=20&paths=5&zoom=0.8",
  "data=both&device=phone&result=qualified&result=open&without=WillingToTreat",
  "data=both&with=HasLawyer&endingAt=thankYou&endingAt=NameAndEmail.asking&dqReason=",
])("the visits behind the numbers of ?%s", (search) => {
  it("are as many as each number says", () => {
    const { totals, nodes, edges, leads } = numbersAt(search);
    const count = (counted: Counted) => visitsAt(search, counted).count;
    expect(count({})).toBe(totals.sessions);
    for (const result of results)
      if (totals[result] > 0) expect(count({ result: [result] }), result).toBe(totals[result]);
    for (const { qualified, dqReason, count: number } of leads) {
      const result = [qualified ? ("qualified" as const) : ("disqualified" as const)];
      expect(count({ result, dqReason }), dqReason).toBe(number);
    }
    for (const each of [...nodes, ...edges]) {
      expect(count({ with: each.id }), each.id).toBe(each.sessions);
      if (each.leads > 0) expect(count({ with: each.id, result: leadResults }), each.id).toBe(each.leads);
      if (each.qualified > 0)
        expect(count({ with: each.id, result: ["qualified"] }), each.id).toBe(each.qualified);
    }
    for (const { id, stillThere, underWay } of nodes) {
      if (stillThere > 0) expect(count({ endingAt: id }), id).toBe(stillThere);
      if (underWay > 0) expect(count({ endingAt: id, result: ["underWay"] }), id).toBe(underWay);
    }
    expect(nodes.some(({ sessions }) => sessions > 0)).toBe(true);
  });
});

describe("a list of visits", () => {
  it("continues page by page, each visit once, newest first", () => {
    const found: { key: number; day: string }[] = [];
    for (let older: number | undefined, isMore = true; isMore; older = found.at(-1)!.key) {
      const page = visitsAt("data=both", {}, { limit: 37, ...(older !== undefined && { older }) });
      found.push(...page.rows);
      isMore = page.isMore;
      expect(page.count).toBe(500);
    }
    expect(new Set(found.map(({ key }) => key)).size).toBe(500);
    expect(found.map(({ key }) => key)).toEqual(
      found.map(({ key }) => key).sort((one, other) => other - one),
    );
    expect(found.map(({ day }) => day)).toEqual(
      found
        .map(({ day }) => day)
        .sort()
        .reverse(),
    );
  });

  it("goes back from any page", () => {
    const { rows } = visitsAt("data=both", {}, { limit: 500 });
    const query = { variant: code, data: "both" as const };
    const newer = visitRows(index, query, { newer: rows[40]!.key, limit: 5 }, asOf).rows;
    expect(newer).toEqual(rows.slice(35, 40));
  });

  it("shows each visit's place, answers, duration and device", () => {
    const { rows } = visitsAt("data=simulated&endingAt=thankYou&result=qualified", {});
    const [row] = rows;
    expect(row).toMatchObject({ isSimulated: true, result: "qualified", place: "thankYou", dqReason: "" });
    expect(row!.answered).toBeGreaterThan(8);
    expect(row!.lasted).toBeGreaterThan(10_000);
    expect(["phone", "tablet", "desktop", "other"]).toContain(row!.device);
    expect(row!.day).toMatch(/^2026-06-\d\d$/);
  });

  it("cannot start at an arbitrary visit", () => {
    expect(askedVisits(code, new URLSearchParams("older=x")).wrong).toEqual({
      older: "There is no such page of the list.",
    });
    expect(askedVisits(code, new URLSearchParams("affilate=7")).wrong.affilate).toContain("affiliate");
  });
});

/** No word of ours, in any case or encoding. */
const planted = "Zqxwvut9174";
const site = { settings: {}, lead: usualLeadSettings };
const today = { year: 2026, month: 6, day: 14 };

function logsOf(code: string, sessions: number): LogEntry[][] {
  const variant = variants.get(code)!;
  const options = { sessions, seed: 11, variant, days: 3, until: Date.UTC(2026, 5, 15), day: () => 0 };
  return [...simulate(options)].map(({ log }) => [...log]);
}

function everywhere<Value>(value: Value): Value {
  if (typeof value === "string") return planted as Value;
  if (Array.isArray(value)) return value.map(everywhere) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, everywhere(inner)])) as Value;
}

/** The same visit with the planted text in place of everything typed, sent or said; what options record stays. */
function withPlanted(log: readonly LogEntry[], code: string): LogEntry[] {
  const { machine } = variants.get(code)!;
  const query = Object.fromEntries([...knownParameters, "firstName"].map((name) => [name, planted]));
  const plantedIn = (item: LogEntry): LogEntry => {
    switch (item.kind) {
      case "entry":
        return {
          ...item,
          body: { ...item.body, query, referer: planted, click: planted, device: planted, region: planted },
        };
      case "answer": {
        const { step, answers } = item.body;
        const all = answerFields.flatMap((name) => {
          const value = answers[name];
          const stays = value !== undefined && isPlain(name, value, stepNamed(step, machine));
          // Fields that were not asked are planted too, as an older or a forged answer could have them.
          return stays ? [[name, value]] : [[name, planted]];
        });
        return { ...item, body: { ...item.body, answers: Object.fromEntries(all) } };
      }
      case "outcome": {
        const { of, call } = item.body;
        if ("error" in item.body) return item;
        const output = everywhere(item.body.output) as never;
        return { ...item, body: { call, output, ...(of && { of }) } as never };
      }
      case "refused":
        return { ...item, body: { ...item.body, fields: [...item.body.fields, planted] } };
      case "fact":
        return everywhere(item);
      case "back":
        return item;
    }
  };
  return log.map(plantedIn);
}

function shownOf(code: string, log: readonly LogEntry[], view: Awaited<ReturnType<typeof chartOf>>) {
  const variant = variants.get(code)!;
  const entry = { path: Object.keys(variant.entries)[0]!, variant, defaults: {} };
  return recordedVisit(entry, log, view!.view, site);
}

describe("a recorded visit", () => {
  it.each(["c", "v4nv", "dui", "one-page", "medical-treatment"])(
    "of %s shows nothing that was typed, sent along or said about it, in its page, data or walks",
    holds("T132"),
    async (code) => {
      const chart = (await chartOf(code))!;
      const variant = variants.get(code)!;
      for (const log of logsOf(code, 25)) {
        const forged: LogEntry[] = [
          ...withPlanted(log, code),
          { at: log.at(-1)!.at + 1, kind: "back", body: { from: planted } },
          { at: log.at(-1)!.at + 2, kind: "refused", body: { step: planted, fields: [planted] } },
          {
            at: log.at(-1)!.at + 3,
            kind: "answer",
            body: { step: planted, answers: { firstName: planted } },
          },
        ];
        const visit = shownOf(code, forged, chart);
        const about = {
          chart,
          id: "0190",
          verdict: null,
          path: "/survey/c",
          device: "phone" as const,
          version: { recorded: "a", today: "b" },
          beside: { newer: null, older: null },
        };
        const html = renderToStaticMarkup(<VisitPage {...visit} {...about} query={new URLSearchParams()} />);
        const scenarios = [visit.walk, ...visit.steps.map(({ walk }) => walk)].map((text) =>
          readScenario(variant, new URLSearchParams(text), {
            today,
            dateOfBirthStates: [],
            noDefaultBuyersStates: [],
          }),
        );
        const all = [html, JSON.stringify(visit), ...scenarios.map((each) => JSON.stringify(each))];
        for (const text of all) expect(/zqxwvut/i.exec(text)?.[0]).toBeUndefined();
        expect(visit.steps.length).toBeGreaterThan(1);
      }
    },
  );

  it.each(["c", "v4nv", "dui"])(
    "of %s is at the recorded place when it is walked again, at each step",
    async (code) => {
      const chart = (await chartOf(code))!;
      let count = 0;
      for (const log of logsOf(code, 40)) {
        const { steps, elsewhere } = shownOf(code, log, chart);
        expect(elsewhere).toBeNull();
        expect(steps.some(({ isUnmatched }) => isUnmatched)).toBe(false);
        count += steps.length;
      }
      expect(count).toBeGreaterThan(100);
    },
  );
});
