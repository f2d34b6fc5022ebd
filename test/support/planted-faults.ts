import {
  cpSync,
  type DisposableTempDir,
  mkdtempDisposableSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A fault as somebody could make it in an edit of one line, and how a rehearsal has to name it. */
export type Fault = { file: string; from: string; to: string; found: RegExp };

export const plantedFaults: Record<string, Fault> = {
  "a dropped edge": {
    file: "machines/variants/c.ts",
    from: 'AtFault: { meta: { progress: 30 }, on: { NEXT: "WasUserInjured" } }',
    to: 'AtFault: { meta: { progress: 30 }, on: { NEXT: "PoliceReportFiled" } }',
    found: /after AtFault PoliceReportFiled instead of\s+WasUserInjured/,
  },
  "a swapped guard": {
    file: "machines/guards.ts",
    from: 'notInjured: ({ context }: Asked) => answerIs(context.answers.physical_injury, "No")',
    to: 'notInjured: ({ context }: Asked) => answerIs(context.answers.physical_injury, "Yes")',
    found: /after WasUserInjured PoliceReportFiled instead of\s+TypeOfMedicalTreatment/,
  },
  "a wrong limit": {
    file: "machines/rules/limits.ts",
    from: "QUALIFIED_WINDOW_DAYS: number = 730",
    to: "QUALIFIED_WINDOW_DAYS: number = 300",
    found: /get another verdict \(q\)\n +\d+: qualified to not qualified\n/,
  },
  "a verdict that forgets the lawyer": {
    file: "machines/rules/qualification.ts",
    from: 'if (answerIs(facts.with_Lawyer, "yes"))',
    to: 'if (answerIs(facts.with_Lawyer, "never"))',
    found: /not qualified \(have_attorney\|yes\) to qualified/,
  },
  "a year of another length": {
    file: "machines/rules/limits.ts",
    from: "LAST_YEAR_DAYS: number = 365",
    to: "LAST_YEAR_DAYS: number = 20",
    found: /get another click window/,
  },
  "a field that a buyer no longer gets": {
    file: "services/providers/routed-lead.ts",
    from: 'const value = ours[source.from] ?? "";',
    to: 'const value = source.from === "state" ? "" : (ours[source.from] ?? "");',
    found: /send another payload\n(?:.*\n)* +\d+: north\.ping state\n/,
  },
  "a date in another form": {
    file: "machines/rules/dates.ts",
    from: "return first && formatIso(first);",
    to: "return first && formatUs(first);",
    found: /\d+: \w+ incident_date\n/,
  },
  "a price read wrong": {
    file: "services/providers/destinations/posted.ts",
    from: '.replaceAll(",", "")) * 100 + 1e-6)',
    to: '.replaceAll(",", "")) * 10 + 1e-6)',
    found: /bring other money\n(?:.*\n)* +\d+: of north\n/,
  },
  "a no that counts as no answer": {
    file: "services/providers/destinations/posted.ts",
    from: 'isNo ? "rejected" : "unknown"',
    to: 'isNo ? "unknown" : "unknown"',
    found: /does not arrive, or no longer\n(?:.*\n)* +\d+: parked at \w+\n/,
  },
  "a buyer's states that nobody looks at": {
    file: "services/settings/destinations/takes.ts",
    from: "return is ? [{ field, is }] : [];",
    to: 'return is && field !== "state" ? [{ field, is }] : [];',
    found: /bring other money\n(?:.*\n)* +\d+: of south\n/,
  },
  "a duplicate post": {
    file: "services/delivery/outbox/send.ts",
    from: "const sent = destination.deliver({",
    to: "await destination.deliver({ id: message.id, payload, attempt: 1, affords: async () => true, record: async () => undefined, owed: () => options.store.bookkeeping.owed(message.leadId) } as never);\n  const sent = destination.deliver({",
    found: /sent something twice, or no longer\n(?:.*\n)* +\d+: crm\n/,
  },
  "an error on a step back": {
    file: "machines/visit/decide.ts",
    from: 'case "back":\n',
    to: 'case "back":\n      throw new TypeError("no way back");\n',
    found: /meet an error, or no longer\n(?:.*\n)* +\d+: 500 at /,
  },
  "a wrong language": {
    file: "machines/variants/v4nv-es.ts",
    from: 'language: "es"',
    to: 'language: "en"',
    found: /read other words\n/,
  },
  "an answer that forms lose": {
    file: "app/server/pages/answer-visits.ts",
    from: "startsWith(formType) ? body : undefined;",
    to: 'startsWith(formType) ? body?.replace(/zip_code=[^&]*/, "") : undefined;',
    found: /refused an answer, or are no longer\n(?:.*\n)* +\d+: PhoneAndZip zip_code\n/,
  },
  "a service that is down and stops everybody": {
    file: "machines/parts/contact.ts",
    from: 'onError: { target: "accepted", actions: "acceptEmailUnchecked" }',
    to: 'onError: { target: "asking" }',
    found: /after NameAndEmail NameAndEmail instead of PhoneAndZip/,
  },
  "a paid look-up asked for twice": {
    file: "services/visits/perform.ts",
    from: "const digits = answerDigits(inputs.checkPhone.parse(call.input).phone);",
    to: 'const digits = answerDigits(inputs.checkPhone.parse(call.input).phone);\n        await askPaid("phoneCheck", caller, (service) => service.check(digits), digits + "1");',
    found: /asked more or less often\n(?:.*\n)* +\d+: ipqs 3 times instead of 2\n/,
  },
  "a page of thanks that is not there": {
    file: "machines/lead/thank-you.ts",
    from: "?? variantThankYou}?",
    to: "?? variantThankYou}gone/?",
    found: /\d+: 404 at \/survey-thank-you\/gone\/\n/,
  },
  "a consent that is not known again": {
    file: "services/visits/shown-consent.ts",
    from: "return given.length === macBytes && keys.some(",
    to: "return given.length < macBytes && keys.some(",
    found: /take another path\n/,
  },
  "a cookie that is not read": {
    file: "app/server/sessions/session-cookie.ts",
    from: "const isOurs = value !== undefined && value.length <= longestValue;",
    to: "const isOurs = value !== undefined && value.length > longestValue;",
    found: /take another path\n/,
  },
  "a slow page": {
    file: "app/server/pages/ask-remix.ts",
    from: "const answer = await answers(request, context);",
    to: 'if (request.url.includes("thank-you")) for (const end = performance.now() + 15; performance.now() < end; ) ;\n    const answer = await answers(request, context);',
    found: /Much slower: GET \/survey-thank-you\//,
  },
};

/** What a copy of the built project needs to run; `build/site` is a bundle of all of it, and would not have a fault. */
const parts = [
  "app",
  "machines",
  "services",
  "public",
  "build/client",
  "build/server",
  "build/loader.js",
  "build/variants.json",
  "build/words.json",
  "build/stamp",
  "package.json",
];

/** A copy of this built project with these faults in it, deleted on disposal. */
export function releaseWith(...faults: Fault[]): DisposableTempDir {
  const copy = mkdtempDisposableSync(join(tmpdir(), "claimpath-planted-"));
  for (const part of parts) cpSync(part, join(copy.path, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(copy.path, "node_modules"));
  for (const { file, from, to } of faults) {
    const path = join(copy.path, file);
    const pieces = readFileSync(path, "utf8").split(from);
    if (pieces.length !== 2) throw new Error(`${file} does not have this once: ${from}`);
    writeFileSync(path, pieces.join(to));
  }
  return copy;
}
