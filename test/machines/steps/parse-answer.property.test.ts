import fc from "fast-check";
import { expect, it } from "vitest";
import { answerFields } from "../../../machines/answers.ts";
import { fieldSchemas } from "../../../machines/field-schemas.ts";
import { errorKeys, parseAnswer } from "../../../machines/fields.ts";
import { steps } from "../../../machines/steps/index.ts";
import type { Step } from "../../../machines/steps/step.ts";
import { holds } from "../../support/holds.ts";
import { today } from "../../support/lead-facts.ts";

const step = fc.constantFrom<Step>(...Object.values(steps));
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(...["2135550123", "+1 (213) 555-0123", "90001-1234", "6", "31", "2024", "a@b.c"]),
  fc.constantFrom("\0", "\ud800", "\r\n", "__proto__"),
  fc.constantFrom("a", "@.", " ", "\u0301", "🙂").map((piece) => piece.repeat(60_000)),
);
const name = fc.oneof(fc.constantFrom("option", "__proto__", "constructor", ...answerFields), fc.string());
const posted = fc
  .array(fc.tuple(name, fc.option(text, { nil: undefined })), { maxLength: 8 })
  .map((entries) => Object.fromEntries(entries));

it("never throws, and answers only the step's own fields", () => {
  fc.assert(
    fc.property(step, posted, (step, posted) => {
      const parsed = parseAnswer(step, posted, today);
      const known = new Set<string>([
        ...(step.fields ?? []).map((field) => field.name),
        ...[step, ...(step.fields ?? [])]
          .flatMap(({ options = [] }) => options)
          .flatMap((option) => Object.keys(option.records)),
      ]);
      const got = parsed.ok ? parsed.answers : parsed.values;
      expect(Object.keys(got).filter((field) => !known.has(field))).toEqual([]);
      if (!parsed.ok) {
        expect(Object.keys(parsed.errors).length).toBeGreaterThan(0);
        for (const key of Object.values(parsed.errors)) expect(errorKeys).toContain(key);
      }
    }),
  );
});

it("survives posts that are not flat text", holds("T16"), () => {
  const posts = [Object.create(null), { email: ["a@b.c"] }, { email: { trim: null } }, { option: 1 }];
  for (const hostile of posts) {
    for (const step of Object.values<Step>(steps)) {
      expect(parseAnswer(step, hostile, today).ok).toBe(step.kind === "info");
    }
  }
});

const kind = fc.constantFrom(...(Object.keys(fieldSchemas) as (keyof typeof fieldSchemas)[]));

it("is idempotent: what it recorded it records again", () => {
  fc.assert(
    fc.property(kind, text, (kind, typed) => {
      const once = fieldSchemas[kind].safeParse(typed);
      fc.pre(once.success);
      expect(fieldSchemas[kind].safeParse(once.data)).toMatchObject({ success: true, data: once.data });
    }),
  );
});

it("records every well-formed long text letter by letter", holds("T17"), () => {
  const sentence = fc.string({ unit: "grapheme", minLength: 20, maxLength: 300 });
  fc.assert(
    fc.property(sentence, (words) => {
      const typed = `It hit me here. ${words} That is all.`;
      expect(parseAnswer(steps.IncidentDescription, { case_description: typed }, today)).toEqual({
        ok: true,
        answers: { case_description: typed },
      });
    }),
  );
});
