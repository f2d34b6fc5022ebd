import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Arm, armOf, type Edit } from "../../../machines/features/question-cost/arm.ts";
import { title } from "../../../machines/graph/words.ts";
import { AnalyticsUnavailable } from "../../../services/features/numbers/client.ts";
import type { Costs, QuestionCost } from "../../../services/features/question-cost/cost.ts";
import {
  aboutOf,
  dollars,
  orderSentence,
  sentenceOf,
} from "../../../services/features/question-cost/words.ts";
import { variantOf } from "../../graphs/site-of.ts";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import { as, bounded, text } from "../numbers/tables/answers/columns.ts";
import { type Cell, sorted, type Table, tableOf } from "../numbers/tables/table.ts";

/** A sentence about an edit, and how it is tried; null for what cannot be. */
export type Told = { id: string; name: string; sentence: string; arm: Arm | null };

export type QuestionCostData = {
  code: string;
  /** Why there are no numbers, in a sentence. */
  unavailable?: string;
  /** When it was worked out, epoch milliseconds. */
  at?: number;
  about: string;
  questions: Told[];
  orders: Told[];
  table: Table | null;
};

/** @throws Response 404 */
export async function loadQuestionCost(args: LoaderFunctionArgs): Promise<QuestionCostData> {
  await demandAccess(args, "numbers");
  const variant = variantOf(args.params.code);
  const { store, settings, running } = args.context.services;
  const { code } = variant;
  // A start need not load what few ask for.
  const { costsOf } = await import("../../../services/features/question-cost/cost.ts");
  try {
    const costs = await costsOf({ store, settings, numbers: running.numbers }, variant);
    const arm = (edit: Edit) => armOf(variant, edit) ?? null;
    const query = new URL(args.request.url).searchParams;
    return {
      code,
      at: costs.at,
      about: aboutOf(costs),
      questions: costs.questions.map((cost) => ({
        id: cost.name,
        name: `${title(cost.name)}:`,
        sentence: sentenceOf(cost),
        arm: cost.refusals.length > 0 ? null : arm({ question: cost.name }),
      })),
      orders: costs.orders.map((order) => ({
        id: `${order.question}-later`,
        name: title(order.question),
        sentence: orderSentence(order, title),
        arm: arm({ question: order.question, before: order.before }),
      })),
      table: sorted(tableOf(tableIn(costs)), query),
    };
  } catch (error) {
    if (!(error instanceof AnalyticsUnavailable)) throw error;
    return { code, unavailable: error.message, about: "", questions: [], orders: [], table: null };
  }
}

function tableIn({ questions }: Costs): Table {
  return {
    name: "questions",
    title: "In numbers",
    note: "Leads lost is an upper bound with its 95% interval, as on the page of numbers. Leads of an arm: how many of as many visitors would become leads if they were not asked, with 95% probability; people whom a shorter survey puts off are in no number. Verdicts and payloads are of all leads drawn from.",
    columns: [
      text("Question"),
      ...as("count", "Left here"),
      ...bounded("Leads lost", "count"),
      { name: "Median time", unit: "seconds" },
      ...as(
        "count",
        "Arm at least",
        "Arm at most",
        "Other verdicts at least",
        "Other verdicts at most",
        "Payloads changed",
      ),
      text("Needed by"),
    ],
    rows: questions.map((cost) => ({ id: cost.name, cells: cellsOf(cost) })),
  };
}

function cellsOf({ name, left, leads, median, arm, replayed, needs, refusals }: QuestionCost): Cell[] {
  const whole = leads ? [leads.about, leads.low, leads.high].map(Math.round) : [null, null, null];
  const paying = needs.map(({ receiver, cents }) =>
    cents > 0 ? `${receiver} (${dollars(cents)})` : receiver,
  );
  const chart = refusals.length > needs.length ? ["the survey"] : [];
  return [
    title(name),
    left,
    ...whole,
    median,
    arm?.low ?? null,
    arm?.high ?? null,
    replayed?.verdicts.low ?? null,
    replayed?.verdicts.high ?? null,
    replayed?.payloads ?? null,
    [...chart, ...paying].join(", ") || "nobody",
  ];
}
