import { randomBytes } from "node:crypto";
import * as z from "zod";
import * as is from "../../settings/kinds.ts";
import type { Question, Secret } from "./answering.ts";

/** A receiver that setup can write down. */
type Receiver = {
  /** Its name in the file of destinations. */
  name: string;
  questions: readonly Question[];
  /**
   * The part that must not be in the file; the end of its variable's name, such as `PASSWORD`, and where it comes from.
   */
  secret?: { suffix: string; isNeeded?: (answers: Answers) => boolean; from: Secret | (() => string) };
  /** Its fields in the file. @param secret how the file refers to the secret: `${DESK_PASSWORD}` */
  body: (answers: Answers, secret: string) => object;
};

export type Answers = Readonly<Record<string, string>>;

const yesOrNo = z.enum(["yes", "no"], "yes or no");
/** A user's name that is an e-mail address has its own @ encoded. */
const mailServer = z
  .string()
  .regex(/^smtps?:\/\/(?:[^\s:/]+@)?[^\s:/@]+(?::\d{1,5})?$|^sendmail:\/[^\s@]+$/, {
    error: "smtp://user@host:587 without the password, smtps://…, or sendmail:/usr/sbin/sendmail",
  })
  .transform((address) => address.replace(/@(?=.*@)/g, "%40"));

export const receivers: Readonly<Record<string, Receiver>> = {
  email: {
    name: "desk",
    questions: [
      { option: "to", text: "E-mail address that gets the leads", read: is.emailAddress },
      { option: "from", text: "E-mail address that they come from", read: is.emailAddress },
      { option: "smtp", text: "Mail server, such as smtp://user@mail.example.com:587", read: mailServer },
      {
        option: "personal-data",
        text: "Names and numbers in the letters (no: one line with the lead's id)",
        read: yesOrNo,
        fallback: "no",
      },
    ],
    secret: {
      suffix: "PASSWORD",
      isNeeded: ({ smtp }) => smtp!.includes("@"),
      from: {
        text: "Password at the mail server",
        read: z.string().min(1, "the password").transform(encodeURIComponent),
      },
    },
    body: ({ to, from, smtp, "personal-data": isPersonal }, secret) => ({
      kind: "email",
      smtp: smtp!.replace("@", () => `:${secret}@`),
      from,
      to: [to],
      "personal-data": isPersonal === "yes",
    }),
  },
  webhook: {
    name: "crm",
    questions: [{ option: "url", text: "Address that the signed webhooks go to", read: is.httpUrl }],
    secret: { suffix: "SECRET", from: () => `whsec_${randomBytes(32).toString("base64")}` },
    body: ({ url }, secret) => ({ kind: "webhook", url, secrets: [secret] }),
  },
  slack: {
    name: "chat",
    questions: [],
    secret: { suffix: "URL", from: { text: "Slack's incoming webhook", read: is.httpUrl } },
    body: (_answers, secret) => ({ kind: "slack", url: secret }),
  },
  file: {
    name: "sheet",
    questions: [
      {
        option: "folder",
        text: "Folder with a table for each day",
        read: is.text().min(1, "the path of a folder"),
        fallback: "data/leads",
      },
    ],
    body: ({ folder }) => ({ kind: "file", folder }),
  },
  leadprosper: {
    name: "buyer",
    questions: [
      { option: "campaign-id", text: "LeadProsper's campaign id", read: is.key },
      { option: "supplier-id", text: "LeadProsper's supplier id", read: is.key },
    ],
    secret: { suffix: "KEY", from: { text: "LeadProsper's key", read: is.key } },
    body: (answers, secret) => ({
      kind: "leadprosper",
      "campaign-id": answers["campaign-id"],
      "supplier-id": answers["supplier-id"],
      key: secret,
    }),
  },
};

/** The word for no new receiver. */
const nobody = "nobody";
const kinds = [...Object.keys(receivers), nobody];

export const whereTo: Question = {
  option: "leads",
  text: `Where leads go: ${kinds.join(", ")} (they wait in the console)`,
  read: z.enum(kinds, `one of ${kinds.join(", ")}`),
  fallback: nobody,
};
