import { expect } from "vitest";
import type { Bundle } from "../../services/evidence/verifier/check-bundle.ts";
import { logKeyOf } from "../../services/transparency/signed-note.ts";
import type { Tampering } from "./page-tamperings.ts";

/** The key of the log that the bundles are of, and another's. */
export const logSecret = "l".repeat(32);
export const key = logKeyOf(logSecret);
export const other = logKeyOf("o".repeat(32));

const inBody = (from: RegExp, to: string) => (bundle: Bundle) => {
  const changed = bundle.consent.body.replace(from, to);
  expect(changed).not.toBe(bundle.consent.body);
  bundle.consent.body = changed;
};
const entry = (bundle: Bundle, kind: string) => bundle.answers.find(([found]) => found === kind)!;
const forged = Buffer.alloc(32, 1).toString("base64");
const record = ({ lead }: Bundle) => lead.record as Record<string, unknown>;

/** What somebody may do to a true bundle. */
export const tamperings: Tampering[] = [
  ["the consent's words", true, inBody(/I agree/, "I disagree")],
  ["the button", true, inBody(/"button":"/, '"button":"No, ')],
  ["the page", true, inBody(/\/survey\/c/, "/survey/f")],
  ["the IP address", true, inBody(/"ip":"[^"]*"/, '"ip":"192.0.2.77"')],
  ["the phone number", true, inBody(/555/, "556")],
  ["the salt", true, inBody(/"salt":"./, '"salt":"_')],
  ["when the page was made", true, inBody(/"pageMadeAt":1/, '"pageMadeAt":2')],
  ["a certificate that nobody had", true, inBody(/^\{/, '{"certificates":{"leadidToken":"x"},')],
  [
    "the time of the consent",
    true,
    (b) => {
      b.consent.at += 1;
    },
  ],
  [
    "the consent's lead",
    true,
    (b) => {
      b.consent.leadId = "other";
    },
  ],
  [
    "the lead's id",
    true,
    (b) => {
      b.lead.id = "other";
    },
  ],
  [
    "both ids",
    true,
    (b) => {
      b.lead.id = "other";
      b.consent.leadId = "other";
    },
  ],
  [
    "the HTML",
    true,
    (b) => {
      b.consent.html = b.consent.html.replace("agree", "refuse");
    },
  ],
  [
    "the HTML's button",
    true,
    (b) => {
      b.consent.html += "<!-- -->";
    },
  ],
  [
    "the lead's name",
    true,
    (b) => {
      record(b).first_name = "Eve";
    },
  ],
  [
    "a field added to the lead",
    true,
    (b) => {
      record(b).extra = 1;
    },
  ],
  [
    "a field of the lead left out",
    true,
    (b) => {
      delete record(b).phone;
    },
  ],
  [
    "an answer",
    true,
    (b) => {
      (entry(b, "answer")[2] as { step: string }).step = "Other";
    },
  ],
  [
    "an answer's time",
    true,
    (b) => {
      entry(b, "answer")[1] += 1;
    },
  ],
  [
    "an answer left out",
    true,
    (b) => {
      b.answers.splice(2, 1);
    },
  ],
  [
    "an answer repeated",
    true,
    (b) => {
      b.answers.push(b.answers[1]!);
    },
  ],
  [
    "the answers' order",
    true,
    (b) => {
      b.answers.reverse();
    },
  ],
  [
    "all answers left out",
    true,
    (b) => {
      b.answers = [];
    },
  ],
  [
    "a delivery left out",
    false,
    (b) => {
      b.deliveries.pop();
    },
  ],
  [
    "a delivery's outcome",
    false,
    (b) => {
      b.deliveries = JSON.parse(JSON.stringify(b.deliveries).replace(/"status":"\w+"/, '"status":"parked"'));
    },
  ],
  [
    "when the bundle was made",
    false,
    (b) => {
      b.madeAt = "2020-01-01T00:00:00.000Z";
    },
  ],
  [
    "when the lead was stored",
    false,
    (b) => {
      b.lead.createdAt = "2020-01-01T00:00:00.000Z";
    },
  ],
  [
    "the position in the log",
    true,
    (b) => {
      b.log.seq -= 1;
    },
  ],
  [
    "a position beyond the log",
    true,
    (b) => {
      b.log.seq = 1e9;
    },
  ],
  [
    "a hash of the proof",
    true,
    (b) => {
      b.log.inclusion[0] = forged;
    },
  ],
  [
    "a hash left out of the proof",
    true,
    (b) => {
      b.log.inclusion.pop();
    },
  ],
  [
    "a hash added to the proof",
    true,
    (b) => {
      b.log.inclusion.push(forged);
    },
  ],
  [
    "the head's size",
    true,
    (b) => {
      b.log.head = b.log.head.replace("\n4\n", "\n5\n");
    },
  ],
  [
    "the head's root",
    true,
    (b) => {
      b.log.head = b.log.head.replace(/\n[\w+/]{43}=\n/, `\n${forged}\n`);
    },
  ],
  [
    "the head's time",
    true,
    (b) => {
      b.log.head = b.log.head.replace("time 2", "time 1");
    },
  ],
  [
    "the head's signature",
    true,
    (b) => {
      b.log.head = b.log.head.replace(/ [\w+/=]+\n$/, ` ${forged}\n`);
    },
  ],
  [
    "another log's head",
    true,
    (b) => {
      b.log.head = other.sign({ size: 4, root: Buffer.alloc(32), at: 0 });
    },
  ],
  [
    "the witnesses' head",
    true,
    (b) => {
      b.log.witnessed!.head = other.sign({ size: 2, root: Buffer.alloc(32), at: 0 });
    },
  ],
  [
    "a witnesses' head that the log does not begin with",
    true,
    (b) => {
      b.log.witnessed!.head = key.sign({ size: 2, root: Buffer.alloc(32), at: 0 });
    },
  ],
  [
    "a hash of the proof that the log only grew",
    true,
    (b) => {
      b.log.witnessed!.consistency.push(forged);
    },
  ],
  [
    "another lead's consent",
    true,
    (b, f) => {
      b.consent = f.consent;
    },
  ],
  [
    "another lead's proof",
    true,
    (b, f) => {
      b.log.inclusion = f.log.inclusion;
    },
  ],
  [
    "another lead's answers",
    true,
    (b, f) => {
      b.answers = f.answers;
    },
  ],
  [
    "the signature",
    false,
    (b) => {
      b.signature = Buffer.alloc(64).toString("base64");
    },
  ],
  [
    "another bundle's signature",
    false,
    (b, f) => {
      b.signature = f.signature;
    },
  ],
  [
    "the format",
    true,
    (b) => {
      b.format = "claimpath evidence 2";
    },
  ],
];
