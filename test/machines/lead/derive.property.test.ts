import fc from "fast-check";
import { expect, it } from "vitest";
import { type Answers, answerFields } from "../../../machines/answers.ts";
import { parseAnswer } from "../../../machines/fields.ts";
import { deriveLead } from "../../../machines/lead/derive.ts";
import { answerCases } from "../../../machines/simulator/cases.ts";
import { steps } from "../../../machines/steps/index.ts";
import { leadFacts, today } from "../../support/lead-facts.ts";
import { finishedVisit } from "./finished-visit.ts";

const decided = deriveLead(finishedVisit(), leadFacts());
/** Fields only the server decides: everything in a record that no question asks. */
const serverFields = [
  ...Object.keys(decided.record).filter((name) => !(answerFields as readonly string[]).includes(name)),
  "lp_key",
  "lp_campaign_id",
  "isDisqualified",
  "__proto__",
  "constructor",
];

/** Every step that can be answered. */
const asked = Object.values(steps).filter(({ kind }) => kind !== "end");

const forged = fc.dictionary(fc.constantFrom(...serverFields), fc.constantFrom("yes", "no", "1", "KY"));

it("a post cannot record a field its step does not ask, whatever else it carries", () => {
  for (const step of asked) {
    const own = new Set([
      ...(step.options ?? []).flatMap(({ records }) => Object.keys(records)),
      ...(step.fields ?? []).map(({ name }) => name),
      ...(step.fields ?? []).flatMap(({ options = [] }) =>
        options.flatMap(({ records }) => Object.keys(records)),
      ),
    ]);
    const cases = answerCases(step, today).flatMap((tried) => (tried.kind === "answer" ? [tried.post] : []));
    fc.assert(
      fc.property(fc.constantFrom(...cases), forged, (post, extra) => {
        const parsed = parseAnswer(step, { ...extra, ...post }, today);
        expect(parsed).toEqual(parseAnswer(step, post, today));
        expect(parsed.ok && Object.keys(parsed.answers).filter((name) => !own.has(name as never))).toEqual(
          [],
        );
      }),
      { numRuns: 30 },
    );
  }
});

/** Answers as any run may leave them: each step answered in some way, or not at all. */
const answers: fc.Arbitrary<Answers> = fc
  .tuple(
    ...asked.map((step) => {
      const given = answerCases(step, today).flatMap((tried) =>
        tried.kind === "answer" ? [tried.answers] : [],
      );
      return fc.option(fc.constantFrom(...given), { nil: {} });
    }),
  )
  .map((all) => Object.assign({}, ...all));
/** The context of any run at its end. */
const contexts = fc
  .record({
    answers,
    gibberish: fc.constantFrom("yes", "no", "unchecked", undefined),
    state: fc.constantFrom("CA", "KY", "FL", "", "XX"),
  })
  .map(({ answers, gibberish, state }) => ({
    ...finishedVisit({}, { checks: { gibberish, place: { city: "", state, state_long: "", county: "" } } }),
    answers,
  }));

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

it("the same chart and facts give the same lead, and neither is touched", () => {
  fc.assert(
    fc.property(contexts, (context) => {
      const lead = deriveLead(structuredClone(context), leadFacts());
      expect(deriveLead(frozen(context), frozen(leadFacts()))).toEqual(lead);
    }),
  );
});

it("every change is in the record, named in derived_fields, and the visitor's word is beside it", () => {
  fc.assert(
    fc.property(contexts, (context) => {
      const { record, changes, qualified, dqReason } = deriveLead(context, leadFacts());
      expect(record.derived_fields).toEqual(changes.map(({ field }) => field));
      const { firstName, lastName, lawyer_redirect_reason, ...asked } = context.answers;
      const given: Record<string, string> = asked;
      for (const { field, raw, value } of changes) {
        expect([record[field], raw]).toEqual([value, given[field] ?? ""]);
        if (`raw_${field}` in record) expect(record[`raw_${field}`]).toBe(raw);
      }
      const touched = new Set<string>(changes.map(({ field }) => field));
      const untouched = Object.entries(given).filter(([field]) => !touched.has(field));
      expect(record).toMatchObject(Object.fromEntries(untouched));
      if (qualified) expect(dqReason).toBe("");
      expect(record.lead_is_qualified).toBe(qualified ? "yes" : "no");
    }),
  );
});
