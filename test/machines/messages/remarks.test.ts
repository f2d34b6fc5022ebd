import { expect, test } from "vitest";
import { remarks } from "../../../machines/messages/survey-page.ts";
import { everyQuestion } from "../steps/every-question.ts";

test.each(remarks)(
  "somebody can answer $field with $is, and reads what is said about it",
  ({ field, is }) => {
    const options = everyQuestion.flatMap(({ step }) => step.options ?? []);
    expect(options.some(({ records }) => records[field] === is)).toBe(true);
  },
);
