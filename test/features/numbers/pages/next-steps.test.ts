import { expect, it } from "vitest";
import { addedToNumberPages } from "../../../../app/features/numbers/added.ts";
import { nextSteps } from "../../../../app/features/numbers/answers/next-steps.ts";
import { variants } from "../../../../machines/registry.ts";
import { viewOfVariant } from "../../../../services/analytics/session.ts";
import type { Breakdown } from "../../../../services/features/numbers/breakdown.ts";
import type { NodeNumbers, Numbers } from "../../../../services/features/numbers/types.ts";

const nobody = { sessions: 0, left: 0, leads: 0, qualified: 0, looked: 0, refused: 0 };

/** A step with planted numbers, and nothing else. */
function step(id: string, planted: Partial<NodeNumbers>): NodeNumbers {
  return {
    id,
    sessions: 0,
    rated: nobody,
    refusals: { count: 0, unanswered: 0, sessions: 0, fields: [] },
    services: [],
    ...planted,
  } as unknown as NodeNumbers;
}

/** Affiliates by leads of sessions; those that differ are planted as lower than the rest. */
const affiliatesOf = (
  given: Record<string, { rated: { sessions: number; leads: number }; differs: -1 | 0 }>,
) => {
  const rated = { sessions: 0, leads: 0 };
  const rows = Object.entries(given).map(([value, own]) => {
    rated.sessions += own.rated.sessions;
    rated.leads += own.rated.leads;
    return {
      value,
      cells: [],
      total: { ...own, rate: own.rated.leads / own.rated.sessions, adjusted: 0.001 },
    };
  });
  return { total: { rated }, rows } as unknown as Pick<Breakdown, "total" | "rows">;
};

const survey = (code: string, nodes: NodeNumbers[], affiliates = {}, more: object = {}) => ({
  view: viewOfVariant({ variant: variants.get(code)! }),
  numbers: { nodes, setApart: 0 } as unknown as Numbers,
  outages: [],
  affiliates: affiliatesOf({}),
  tooFast: null,
  outcomes: {
    all: { taken: 10, paid: 30_000, credited: 0 } as never,
    by: { affiliate: affiliates, campaign: {}, adSet: {}, subId: {} },
    foreignAmounts: 0,
  },
  ...more,
});
const became = (paid: number, cost: number | null) => ({ paid, credited: 0, cost }) as never;
const timeZone = "America/New_York";

const surveys = [
  survey(
    "c",
    [
      // 300 of 1,000 left; 350 of the 700 who went on made a lead: 150 leads at most.
      step("HasLawyer", { rated: { ...nobody, sessions: 1_000, left: 300, leads: 350, qualified: 280 } }),
      step("AtFault", {
        sessions: 1_500,
        rated: { ...nobody, sessions: 1_500, left: 100, leads: 350, qualified: 280 },
        refusals: {
          count: 30,
          unanswered: 0,
          sessions: 25,
          fields: [{ field: "option", count: 30, unanswered: 0 }],
        },
      }),
    ],
    { 7: became(20_000, 1_000), 44: became(5_000, 9_000) },
  ),
  survey(
    "v4nv",
    [
      step("HasLawyer", {
        sessions: 200,
        rated: { ...nobody, sessions: 200, left: 40, leads: 100, qualified: 100 },
        refusals: {
          count: 90,
          unanswered: 0,
          sessions: 80,
          fields: [{ field: "lastName", count: 88, unanswered: 0 }],
        },
        services: [
          { service: "checkEmail", outcome: "ok", count: 160 },
          { service: "checkEmail", outcome: "timeout", count: 25 },
          { service: "checkEmail", outcome: "unavailable", count: 15 },
        ],
      }),
    ],
    { 44: became(2_000, 8_000), 58: became(0, null) },
  ),
];

it("the advice names the costliest step, the affiliate at a loss, the failing service, the most refused field and features' findings, each with its size", () => {
  const link = { text: "Report", href: "/graphs/experiments/headline?data=both" };
  const ofFeatures = [{ what: "A feature has news.", size: "Some.", certainty: "Certain.", links: [link] }];
  const steps = nextSteps({ surveys, ofFeatures, asked: new URLSearchParams("data=both"), timeZone });
  expect(steps.map(({ what, size }) => [what, size])).toEqual([
    [
      "Most leads are lost at “Has lawyer” of c: 300 of 1,000 visitors came there and went no further.",
      "About 150 leads at most, $3,600.00",
    ],
    ["Affiliate 44 costs more than it earns: $170.00 for $70.00 of revenue.", "$100.00 lost"],
    [
      "The service checkEmail failed 40 of 200 times at “Has lawyer” of v4nv: timeout.",
      "20.0% of its calls there",
    ],
    [
      "The field lastName is refused most: 88 times at “Has lawyer” of v4nv.",
      "80 of 200 visits there were refused something",
    ],
    ["A feature has news.", "Some."],
  ]);
  // Wilson's interval of 350 of 700, for 300 who left.
  expect(steps[0]!.certainty).toMatch(/^140 to 160 \(95% interval\)/);
  expect(steps[0]!.links.map(({ href }) => href)).toEqual([
    "/graphs/c/numbers?data=both&at=HasLawyer#picked",
    "/graphs/c/visits?data=both&endingAt=HasLawyer&result=open",
    ...addedToNumberPages().flatMap(({ atLeak }) => atLeak?.("c", "HasLawyer").href ?? []),
  ]);
});

it("the advice names an affiliate that is worse by more than chance, a service's worst hours, and a program's affiliate", () => {
  const calls = (outcome: string, count: number) => ({ service: "checkPhone", outcome, count });
  const hour = Date.parse("2026-11-17T15:00Z") / 3_600_000;
  const node = step("PhoneAndZip.checkingPhone", { services: [calls("ok", 900), calls("timeout", 100)] });
  const choice = (value: string, sessions: number) => ({ value, sessions });
  const planted = survey(
    "c",
    [node],
    {},
    {
      numbers: { nodes: [node], setApart: 352 },
      outages: [{ service: "checkPhone", hour, end: hour + 6, failed: 80, calls: 120 }],
      affiliates: affiliatesOf({
        7: { rated: { sessions: 200, leads: 140 }, differs: 0 },
        44: { rated: { sessions: 100, leads: 40 }, differs: -1 },
        12: { rated: { sessions: 50, leads: 10 }, differs: 0 },
      }),
      tooFast: {
        totals: { sessions: 360, leads: 8 },
        choices: { affiliate: [choice("7", 10), choice("666", 350)] },
      },
    },
  );
  const [affiliate, service, fast, ...others] = nextSteps({
    surveys: [planted],
    ofFeatures: [],
    asked: new URLSearchParams("device=phone"),
    timeZone,
  });
  expect([affiliate!.what, affiliate!.size]).toEqual([
    "Visitors of affiliate 44 make fewer leads at c: 40.0% of 100, all others 60.0%.",
    "About 20 leads fewer than others would have made",
  ]);
  // 80 of the 100 failures belong to the outage, so that they are reported once.
  expect([service!.what, service!.size]).toEqual([
    "The service checkPhone was down for visitors of c: 80 of 120 calls failed.",
    "In visits that began from 2026-11-17 10:00 EST to 2026-11-17 16:00 EST (America/New_York)",
  ]);
  expect(others).toEqual([]);
  expect(service!.links[0]!.href).toBe(
    "/graphs/c/numbers?device=phone&show=time&about=service%3AcheckPhone&step=hour",
  );
  expect([fast!.what, fast!.size]).toEqual([
    "360 visits of c answered faster than anybody can, 350 of them from affiliate 666.",
    "352 that made no lead are counted apart, 8 with a lead are counted",
  ]);
  expect(fast!.links[1]!.href).toBe("/graphs/c/visits?device=phone&pace=fast");
});

it("the advice omits what is small, or earns more than it costs", () => {
  const quiet = [
    survey(
      "c",
      [
        step("AtFault", {
          sessions: 100,
          rated: { ...nobody, sessions: 100 },
          refusals: {
            count: 19,
            unanswered: 0,
            sessions: 19,
            fields: [{ field: "option", count: 19, unanswered: 0 }],
          },
          services: [{ service: "checkEmail", outcome: "timeout", count: 19 }],
        }),
      ],
      { 7: became(1_000, 1_000), 8: became(0, null) },
    ),
  ];
  expect(nextSteps({ surveys: quiet, ofFeatures: [], asked: new URLSearchParams(), timeZone })).toEqual([]);
});
