import { type AnswerField, type Answers, answerFields } from "../answers.ts";

/** Posted as first_name and last_name, or not at all (spec 3.2 and 7). */
type Unposted = "firstName" | "lastName" | "lawyer_redirect_reason";
type PostedField = Exclude<AnswerField, Unposted>;

const unposted: readonly AnswerField[] = [
  "firstName",
  "lastName",
  "lawyer_redirect_reason",
] satisfies Unposted[];
const posted = answerFields.filter((field): field is PostedField => !unposted.includes(field));

/** The answers as every lead carries them: each field of the record, '' where it was not asked. */
export function postedAnswers(answers: Answers): Record<PostedField, string> {
  const fields = {} as Record<PostedField, string>;
  for (const field of posted) fields[field] = answers[field] ?? "";
  return fields;
}
