import type { Submission } from "../../services/store/rows.ts";
import type { Store } from "../../services/store/store.ts";
import { aSubmission, aVisit } from "./submissions.ts";

/** Words that occur in one person's data and nowhere else. */
export const zoe = {
  email: "zoe.canary@example.com",
  typedPhone: "(213) 555-0177",
  phone: "2135550177",
  name: "Zoecanary",
  story: "storycanary by the river",
};

/** Stores a lead of one person with its visit, refused address and codes, sent to `destinations`. @param more of its record */
export async function storePerson(
  store: Store,
  destinations = ["lead-prosper"],
  more: Record<string, string> = {},
): Promise<Submission> {
  const submission = aSubmission(destinations);
  const record = {
    email: zoe.email,
    phone: zoe.phone,
    first_name: zoe.name,
    case_description: zoe.story,
    ...more,
  };
  submission.lead.record = record;
  submission.lead.location = `/survey-thank-you/?email=${zoe.email}&phone=${zoe.phone}`;
  submission.lead.derived = [{ field: "first_name", raw: zoe.name, value: "Z", rule: "canary" }];
  submission.lead.dqReason = "canary";
  submission.consent!.body.phone = zoe.phone;
  submission.outbox = destinations.map((destination) => ({
    destination,
    payload: record,
    status: "waiting",
  }));
  const visit = aVisit();
  const answers = { firstName: zoe.name, email: zoe.email.toUpperCase(), phone: zoe.typedPhone };
  const log = [{ kind: "answer", body: { step: "NameAndEmail", answers }, at: 1 }];
  await store.submit(visit, 0, log, submission);
  const refused = [{ email: zoe.email, timesBadBefore: 0 }];
  await store.visits.append(visit, log.length, [], refused);
  await store.visits.append({ ...visit, sessionId: "other-session" }, log.length, [], refused);
  const phone = `+1${zoe.phone}`;
  await store.phoneCodes.put({ phone, sessionId: "s", code: "123456", lifeMs: 60_000, mostSends: 3 });
  const limits = { limits: [{ by: ["phone"] as const, windowMs: 60_000, most: 9 }] };
  await store.phoneCodeTries.take("send", { phone, network: "n", sessionId: "other" }, limits);
  // A number that was mistyped at first.
  const mistyped = { phone: "+12135550178", network: "m", sessionId: visit.sessionId };
  await store.phoneCodeTries.take("send", mistyped, limits);
  return submission;
}
