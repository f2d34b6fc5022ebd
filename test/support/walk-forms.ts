import { answersC } from "./answers-c.ts";
import { type Answer, FormVisitor } from "./form-visitor.ts";

const { IncidentDescription, NameAndEmail, PhoneAndZip } = answersC;

/** A good answer to the questions that have more than buttons; elsewhere the first button is pressed. */
const typed: Record<string, Answer> = {
  IncidentDescription: IncidentDescription!,
  DUIIncidentDescription: IncidentDescription!,
  NameAndEmail: NameAndEmail!,
  NameAndEmailTicket: NameAndEmail!,
  PhoneAndZip: PhoneAndZip!,
  PhoneAndBuyersConsent: { phone: PhoneAndZip!.phone! },
  ZipCode: { zip_code: PhoneAndZip!.zip_code! },
  SelectState: { ticket_state: "CA" },
  SelectDate: { ticket_date: "2026-05-04" },
};

/** Walks a survey to its end by plain forms. @param answers to some of its questions */
export async function walkForms(
  origin: string,
  address: string,
  answers: Record<string, Answer> = {},
): Promise<FormVisitor> {
  const visitor = new FormVisitor(origin);
  let screen = await visitor.open(address);
  for (let asked = 0; screen.step !== ""; asked++) {
    if (asked > 40 || screen.status !== 200) throw new Error(`${screen.step}: ${screen.status}`);
    const [, option = ""] = screen.html.match(/name="option" value="([^"]*)"/) ?? [];
    screen = await visitor.post(answers[screen.step] ?? typed[screen.step] ?? { option });
  }
  return visitor;
}
