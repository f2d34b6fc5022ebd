import type { FormVisitor } from "./form-visitor.ts";
import { plainAnswers } from "./plain-answers.ts";

/** Answers plainly until a step is on screen, or the survey is over. */
export async function answerUpTo(visitor: FormVisitor, code: string, until = "", given = {}): Promise<void> {
  const answers = plainAnswers(code, given);
  while (visitor.screen.step && visitor.screen.step !== until) {
    const { step } = visitor.screen;
    await visitor.post(answers(step));
    if (visitor.screen.step === step) throw new Error(`${step} refused ${JSON.stringify(answers(step))}`);
  }
}
