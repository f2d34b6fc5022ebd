import { findEntry } from "../../machines/registry.ts";
import { type Answer, FormVisitor } from "./form-visitor.ts";
import { plainAnswers } from "./plain-answers.ts";

/**
 * Walks a survey to its end by plain forms, each answered plainly but for these.
 * @param visitor who walks
 */
export async function walkForms(
  origin: string,
  address: string,
  answers: Record<string, Answer> = {},
  visitor = new FormVisitor(origin),
): Promise<FormVisitor> {
  const plain = plainAnswers(findEntry(new URL(address, origin).pathname)!.variant.code);
  let screen = await visitor.open(address);
  while (screen.step !== "") {
    screen = await visitor.post(answers[screen.step] ?? plain(screen.step));
    if (screen.status !== 200) throw new Error(`${screen.step} refused its answer`);
  }
  return visitor;
}
