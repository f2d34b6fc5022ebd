import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { chartOf } from "../../../../app/graphs/chart-of.ts";
import { recordedVisit } from "../../../../app/graphs/visits/recorded-visit.ts";
import { VisitPage } from "../../../../app/graphs/visits/visit-page.tsx";
import { answerFields } from "../../../../machines/answers.ts";
import { knownParameters } from "../../../../machines/lead/tracking.ts";
import { variants } from "../../../../machines/registry.ts";
import { exportedCase } from "../../../../machines/simulator/exported-case.ts";
import { usualLeadSettings } from "../../../../machines/simulator/lead-so-far.ts";
import { readScenario } from "../../../../machines/simulator/setup.ts";
import { stepNamed } from "../../../../machines/steps/index.ts";
import type { LogEntry } from "../../../../machines/visit/log.ts";
import { isPlain } from "../../../../machines/what-if/masked.ts";
import { simulate } from "../../../../services/analytics/simulation/simulate.ts";
import { holds } from "../../../support/holds.ts";

/** No word of ours, in any case or encoding. */
const planted = "Zqxwvut9174";
const site = { settings: {}, lead: usualLeadSettings };
const today = { year: 2026, month: 6, day: 14 };

function logsOf(code: string, sessions: number): LogEntry[][] {
  const variant = variants.get(code)!;
  const options = { sessions, seed: 11, variant, days: 3, until: Date.UTC(2026, 5, 15), day: () => 0 };
  return [...simulate(options)].map(({ log }) => [...log]);
}

/** The text wherever something is written down as text, deep inside. */
function everywhere<Value>(value: Value): Value {
  if (typeof value === "string") return planted as Value;
  if (Array.isArray(value)) return value.map(everywhere) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, everywhere(inner)])) as Value;
}

/** The same visit with the planted text in place of all that was typed, sent or said; what options record stays. */
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
    "of %s shows nothing that was typed, came along, or was said of it: not its page, data, addresses or test",
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
          ...{ chart, id: "0190", verdict: null, path: "/survey/c", device: "phone" as const },
          ...{ version: { recorded: "a", today: "b" }, beside: { newer: null, older: null } },
        };
        const html = renderToStaticMarkup(<VisitPage {...visit} {...about} query={new URLSearchParams()} />);
        const scenarios = [visit.scenario, ...visit.steps.map(({ simulate: address }) => address)].map(
          (text) =>
            readScenario(variant, new URLSearchParams(text), {
              today,
              dateOfBirthStates: [],
              noDefaultBuyersStates: [],
            }),
        );
        const all = [html, JSON.stringify(visit), exportedCase(scenarios[0]!), ...scenarios.map(String)];
        for (const text of all) expect(/zqxwvut/i.exec(text)?.[0]).toBeUndefined();
        expect(visit.steps.length).toBeGreaterThan(1);
      }
    },
  );

  it.each(["c", "v4nv", "dui"])(
    "of %s is in the simulator where it was, at each of its steps",
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
