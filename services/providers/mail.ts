import { createTransport, type SendMailOptions } from "nodemailer";
import { isLoopback } from "../settings/near-addresses.ts";

type Letter = Omit<SendMailOptions, "messageId" | "from" | "to"> & {
  messageId: string;
  from: string;
  to: string | string[];
};
/** Accepts letters. A failure has nodemailer's `code`, `ETIMEDOUT` without an answer. */
type Mails = { sendMail(letter: Letter): Promise<{ response: string }> };

/** Some of a letter's recipients were refused; the others have it, and are not sent it again. */
export class RecipientsRefused extends Error {
  readonly code = "ERECIPIENTS";
  readonly responseCode: number | undefined;
  constructor(recipients: readonly string[], responseCode: number | undefined) {
    super(
      `${recipients.join(", ")} ${recipients.length === 1 ? "was" : "were"} refused, and the others have it`,
    );
    this.responseCode = responseCode;
  }
}

/** A letter's contents come from leads: no part of it is a file or an address to be fetched. */
const closed = { disableFileAccess: true, disableUrlAccess: true };

/**
 * How many letters with waiting recipients are remembered; older ones are sent to everybody again, under the same
 * Message-ID.
 */
const mostKept = 1_000;

/**
 * Sends letters. A letter that some recipients did not get fails, and a retry is sent only to them.
 * @param address of a mail server, `smtp://…` or `smtps://…`, or `sendmail:` and the path of this machine's own program
 */
export function mailServer(address: string, timeoutMs: number): Mails {
  const [, path] = /^sendmail:(.+)$/.exec(address) ?? [];
  if (path !== undefined) {
    const mails = createTransport({ ...closed, sendmail: true, path, newline: "unix" });
    return { sendMail: (letter) => inTime(mails.sendMail(letter), timeoutMs) };
  }
  const mails = createTransport({
    ...closed,
    url: encrypted(address),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const reached = new Map<string, string[]>();
  return {
    async sendMail(letter) {
      const { messageId, from } = letter;
      const before = reached.get(messageId) ?? [];
      const to = [letter.to].flat().filter((each) => !before.includes(each));
      const sent = await mails.sendMail({ ...letter, envelope: { from, to } });
      const refused = to.filter((each) => sent.rejected.some((other) => String(other) === each));
      reached.delete(messageId);
      if (refused.length === 0) return sent;
      reached.set(messageId, [...before, ...to.filter((each) => !refused.includes(each))]);
      if (reached.size > mostKept) reached.delete(reached.keys().next().value!);
      const errors = (sent as { rejectedErrors?: { responseCode?: number }[] }).rejectedErrors;
      throw new RecipientsRefused(refused, errors?.[0]?.responseCode);
    },
  };
}

/** Lets no password and no lead go to another machine in the clear, unless `requireTLS=false` says so. */
function encrypted(address: string): string {
  const url = new URL(address);
  const isTold = ["requireTLS", "ignoreTLS"].some((name) => url.searchParams.has(name));
  if (url.protocol !== "smtp:" || isTold || isLoopback(`http://${url.host}`)) return address;
  url.searchParams.set("requireTLS", "true");
  return url.href;
}

/** Connects to a mail server, with name and password where the address has them; nothing is sent. */
export async function knockAtMail(address: string, timeoutMs: number): Promise<void> {
  if (address.startsWith("sendmail:")) return;
  const url = encrypted(address);
  const mails = createTransport({ url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs });
  await inTime(mails.verify(), timeoutMs).finally(() => mails.close());
}

/** A program that hangs would hold its message for ever. */
async function inTime<Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const failure = Object.assign(new Error("sendmail gave no answer"), { code: "ETIMEDOUT" });
    timer = setTimeout(() => reject(failure), timeoutMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
