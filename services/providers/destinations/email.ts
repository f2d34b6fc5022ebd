import { maskedLine } from "../../observe/masked-lead.ts";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import { hidden, personIn } from "../../observe/telling.ts";
import type { Declared } from "../../settings/destinations/shape.ts";
import type { Tell } from "../lead-notices.ts";
import { mailServer, RecipientsRefused } from "../mail.ts";
import type { AlarmSink, Destination } from "../ports.ts";
import { flatFields, type RoutedLead, routedLead } from "../routed-lead.ts";

const timeoutMs = 30_000;

/**
 * Sends a plain-text e-mail per lead, with personal data only where the operator asks for it. Its Message-ID is the id of
 * the outbox message, by which mail programs recognize a repeated one.
 */
export function email(declared: Declared<"email">): Destination["deliver"] {
  const { name, smtp, from, to, mode, "personal-data": isPersonal } = declared;
  const mails = mailServer(smtp, timeoutMs);
  return async ({ id, payload }) => {
    const lead = routedLead(payload);
    const isTest = mode === "test" || lead.about.sample === true;
    const line = maskedLine({ ...lead.about, record: lead.record });
    const fields = flatFields(lead, isTest);
    try {
      const { response } = await mails.sendMail({
        from,
        to: [...to],
        subject: `${isTest ? "[Test] " : ""}${line}`,
        messageId: `<${id}@${from.split("@")[1]}>`,
        text: letter(line, lead, isPersonal ? fields : undefined),
      });
      return { outcome: "accepted", detail: hidden(response, personIn(lead.record)).slice(0, 200) };
    } catch (error) {
      throw failureOf(name, error);
    }
  };
}

/**
 * Sends a letter that says what to do with a lead whose person refused: with ids and a time, and nothing of the person. Mail
 * programs put it beside the lead's own letter.
 * @param timeZone of the times in it
 */
export function emailNotice({ name, smtp, from, to, mode }: Declared<"email">, timeZone: string): Tell {
  const mails = mailServer(smtp, timeoutMs);
  const domain = from.split("@")[1];
  return async ({ id, leadId, body: { type, message_id, reason, at } }) => {
    const isDeletion = type === "deletion";
    const when = at === undefined ? "" : `, ${inWords(at, timeZone)}`;
    const [subject, ...lines] = isDeletion
      ? [`Delete lead ${leadId}`, ...toDelete]
      : [`Do not call: lead ${leadId}`, reason === "opt-out" ? optedOut : saidStop, "", ...toStop];
    try {
      const { response } = await mails.sendMail({
        from,
        to: [...to],
        subject: `${mode === "test" ? "[Test] " : ""}${subject}`,
        messageId: `<${id}@${domain}>`,
        inReplyTo: `<${message_id}@${domain}>`,
        text: [...lines, "", `Lead ${leadId}${when}`, ""].join("\n"),
      });
      return response.slice(0, 200);
    } catch (error) {
      throw failureOf(name, error);
    }
  };
}

const optedOut = "The person of this lead has asked us not to sell or share what they sent us.";
const saidStop =
  "The person of this lead does not want to be called any more. They told a firm that has the lead.";
const toStop = [
  "- Do not call, text or write to them about it, unless they ask you to.",
  "- Take them off your lists of calls, and pass the lead on to nobody.",
  "- Tell everybody who has the lead from you.",
  "- Keep this letter: it shows when you were told.",
];
const toDelete = [
  "The person of this lead has asked for it to be deleted.",
  "",
  "- Delete its letter, and every copy of it.",
  "- Do not call, text or write to them about it.",
  "- Tell everybody who has the lead from you to do the same.",
];

const inWords = (at: string, timeZone: string) =>
  new Date(at).toLocaleString("en-US", { timeZone, dateStyle: "long", timeStyle: "long" });

/** Sends an alarm as an e-mail; mail programs recognize a repeated one by its Message-ID. */
export function emailAlarm({ name, smtp, from, to }: Declared<"email">): AlarmSink["send"] {
  const mails = mailServer(smtp, timeoutMs);
  return async ({ id, subject, text }) => {
    const messageId = `<${id}@${from.split("@")[1]}>`;
    try {
      await mails.sendMail({ from, to: [...to], subject, messageId, text: `${text}\n` });
    } catch (error) {
      throw failureOf(name, error);
    }
  };
}

/** The most important facts come first; fields without an answer are left out. */
function letter(line: string, { about }: RoutedLead, fields: Record<string, string> | undefined): string {
  const head = [line, "", `Lead ${about.id}, ${new Date(about.createdAt).toISOString()}`];
  if (!fields) {
    return [...head, "", `The whole lead: npm run leads -- show ${about.id}`, ""].join("\n");
  }
  const first = ["first_name", "last_name", "phone", "email", "state", "message", "case_description"];
  const names = [...first, ...Object.keys(fields).filter((name) => !first.includes(name))];
  const rows = names
    .filter((name) => fields[name])
    .map((name) => `${name}: ${fields[name]!.replace(/[\r\n]+/g, " ")}`);
  return [...head, "", ...rows, ""].join("\n");
}

const noEncryption = "it offers no encryption; ?requireTLS=false behind its address does without";

type MailError = Error & { code?: string; responseCode?: number };

/** `refused` for a reply of 5xx; any other failure (server down, slow or busy) only delays the e-mail. */
function failureOf(name: string, error: unknown): ProviderFailure {
  const { code, responseCode: status } = error as MailError;
  if (code === "ETIMEDOUT") return new ProviderFailure("timeout", `${name} gave no answer in time`);
  const kind = status !== undefined && status >= 500 ? "refused" : "unavailable";
  const why = { EAUTH: "the name or the password in its smtp is wrong", ETLS: noEncryption }[code ?? ""];
  const said = error instanceof RecipientsRefused ? error.message : (why ?? code ?? "no code");
  return new ProviderFailure(kind, `${name} did not take the letter (${said})`, { status });
}
