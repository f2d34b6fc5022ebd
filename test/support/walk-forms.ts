import { plainAnswers } from "../site/plain-answers.ts";
import { type Answer, FormVisitor } from "./form-visitor.ts";

/** Walks a survey to its end by plain forms, each answered plainly but for these. @param address of a short code */
export async function walkForms(
  origin: string,
  address: string,
  answers: Record<string, Answer> = {},
): Promise<FormVisitor> {
  const plain = plainAnswers(address.match(/[\w-]+(?=\?|$)/)![0]);
  const visitor = new FormVisitor(origin);
  let screen = await visitor.open(address);
  while (screen.step !== "") {
    screen = await visitor.post(answers[screen.step] ?? plain(screen.step));
    if (screen.status !== 200) throw new Error(`${screen.step} refused its answer`);
  }
  return visitor;
}
