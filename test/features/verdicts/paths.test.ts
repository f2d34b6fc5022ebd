import { describe, expect, it } from "vitest";
import { disqualification } from "../../../machines/context/disqualification.ts";
import {
  type Change,
  decidedOn,
  otherwise,
  type Recorded,
  recordedVisit,
  type Verdict,
} from "../../../machines/features/verdicts/decided.ts";
import { kindOf } from "../../../machines/features/verdicts/kinds.ts";
import { graphOf } from "../../../machines/graph/graph.ts";
import { outcomesOf } from "../../../machines/graph/outcomes.ts";
import type { Move } from "../../../machines/model/moves.ts";
import { type SurveyEntry, variants } from "../../../machines/registry.ts";
import { type Answers, answerFields } from "../../../machines/rules/answers.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { SurveyContext } from "../../../machines/survey.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import { sentencesOf, toVisitor } from "../../../services/features/verdicts/sentences.ts";
import { languages } from "../../../services/words/languages.ts";
import { pairwiseWalks } from "../../paths/model/covers.ts";
import { turnsOf } from "../../paths/model/run-path.ts";
import { type Suite, suitesOf } from "../../paths/model/suite.ts";
import { leadOf, walkLog } from "../../paths/pure-layer.ts";

/** So many walks of a survey are looked at, and more until each of its reasons was met. */
const fewest = 120;

type Met = { log: LogEntry[]; recorded: Recorded; verdict: Verdict };

/** Walks that make a lead: one for each verdict and what it was judged by, and since which question it was so. */
function walksOf(suite: Suite, reasons: readonly string[]): Met[] {
  const met = new Map<string, Met>();
  const missing = new Set(reasons);
  let walked = 0;
  for (const path of pairwiseWalks(suite.graph)) {
    if (walked++ >= fewest && missing.size === 0) break;
    const turns = turnsOf(path);
    const last = turns.findIndex(({ outcomes }) =>
      outcomes.some((outcome) => outcome.call === "postLead" && "output" in outcome),
    );
    if (last < 0) continue;
    const { log } = walkLog(suite, turns.slice(0, last + 1));
    const recorded = recordedVisit(suite.world.entry, suite.world.settings, log);
    const { verdict, context, since } = decidedOn(recorded);
    const { answers, checks, cleared } = context;
    const by = [
      answers.with_Lawyer,
      answers.lawyer_redirect_reason,
      checks.place.state,
      checks.gibberish,
      cleared,
    ];
    const key = JSON.stringify([verdict, since?.step, by]);
    missing.delete(verdict);
    if (!met.has(key)) met.set(key, { log: [...log], recorded, verdict });
  }
  return [...met.values()];
}

/** The log with only these answers different. */
function changed(log: readonly LogEntry[], changes: readonly Change[], nth: number): LogEntry[] {
  return changes.reduce<LogEntry[]>(
    (all, { step, was, instead }) => {
      const other: Move = instead[nth % instead.length]!;
      return all.map((entry): LogEntry => {
        if (
          entry.kind === "answer" &&
          was.kind === "answer" &&
          other.kind === "answer" &&
          entry.body.step === step
        )
          return { ...entry, body: { ...entry.body, answers: other.answers } };
        if (entry.kind === "outcome" && was.kind === "outcome" && other.kind === "outcome")
          return entry.body.call === was.outcome.call &&
            JSON.stringify(entry.body) === JSON.stringify(was.outcome)
            ? { ...entry, body: other.outcome }
            : entry;
        return entry;
      });
    },
    [...log],
  );
}

/** Replays a log as the server does; what is no longer asked is not answered. */
function replayed(entry: SurveyEntry, settings: Suite["world"]["settings"], log: LogEntry[]): SurveyContext {
  const { replay } = openVisit(entry, settings, log);
  const [stuck] = replay.left;
  if (!stuck) return replay.snapshot.context;
  const from = log.findIndex(({ kind, body }) => kind === "answer" && body.step === stuck.step);
  const next = log.findIndex(({ kind }, index) => index > from && kind === "answer");
  return replayed(entry, settings, [...log.slice(0, from), ...(next < 0 ? [] : log.slice(next))]);
}

function judged(entry: SurveyEntry, context: SurveyContext): string {
  const { qualified, dqReason } = leadOf(entry.variant, context);
  return dqReason || (qualified ? "qualified" : "not qualified");
}

const asJudged = (verdict: Verdict) => (/^(too_old|no_date)$/.test(verdict) ? "not qualified" : verdict);

const texts = (answers: Answers) =>
  answerFields.flatMap((field) =>
    ["firstName", "lastName", "email", "phone", "case_description", "law_firm_name"].includes(field)
      ? (answers[field] ?? [])
      : [],
  );

const posting = [...variants].filter(([, variant]) =>
  graphOf(variant).nodes.some(({ invokes }) => invokes.some(({ src }) => src === "postLead")),
);

describe.each(posting)("what decided in %s:", (_, variant) => {
  const rules = { questions: stepNamed, judge: disqualification };
  const { reasons } = outcomesOf(graphOf(variant), variant.machine, rules);
  const [suite] = suitesOf(variant) as [Suite];
  const { entry, settings } = suite.world;
  const met = walksOf(suite, reasons);

  it("each reason is met, and replaying only the named answers otherwise turns each verdict", () => {
    expect([...new Set(met.map(({ verdict }) => verdict))]).toEqual(expect.arrayContaining(reasons));
    for (const { log, recorded, verdict } of met) {
      const ways = otherwise(recorded);
      expect(ways.length, `${verdict} is turned by something`).toBeGreaterThan(0);
      expect(judged(entry, replayed(entry, settings, log))).toBe(asJudged(verdict));
      for (const { changes, verdict: to } of ways) {
        const most = Math.max(...changes.map(({ instead }) => instead.length));
        const tried = changes.length === 1 ? most : 1;
        for (let nth = 0; nth < tried; nth++) {
          const other = replayed(entry, settings, changed(log, changes, nth));
          expect(to).not.toBe(verdict);
          expect(judged(entry, other), JSON.stringify(changes)).toBe(asJudged(to));
        }
      }
    }
  });

  it("each verdict has its sentences in both languages, none of them with a text that was typed", () => {
    for (const { recorded } of met) {
      const decided = decidedOn(recorded);
      const ways = otherwise(recorded);
      for (const language of languages) {
        for (const isWhole of [true, false]) {
          const wording = { machine: variant.machine, language, isWhole, time: () => "noon" };
          const { verdict, since, decided: by, otherwise: would } = sentencesOf(decided, ways, wording);
          const all = [verdict, since, ...by, ...would].filter(Boolean);
          for (const sentence of all) expect(sentence).toMatch(/^[A-ZÁÉÍÓÚÑ].*[.]$/);
          expect(all.join(" ")).not.toMatch(/undefined|\[object|_|\|/);
          for (const text of texts(decided.context.answers)) expect(all.join(" ")).not.toContain(text);
        }
        const said = toVisitor(decided, language);
        const isSilent = ["gibberish", "qualified", "no_date", "other"].includes(kindOf(decided.verdict));
        expect(said === undefined, decided.verdict).toBe(isSilent);
        if (said) expect(said.because).toMatch(language === "en" ? /^Because\b.+\.$/ : /^Porque\b.+\.$/);
      }
    }
  });
});
