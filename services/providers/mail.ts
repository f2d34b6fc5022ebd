import { createTransport, type SendMailOptions } from "nodemailer";

/** What takes letters. A failure has nodemailer's `code`, `ETIMEDOUT` where no answer came. */
type Mails = { sendMail(letter: SendMailOptions): Promise<{ response: string }> };

/** What a letter says comes from leads: no part of it is a file or an address to be fetched. */
const closed = { disableFileAccess: true, disableUrlAccess: true };

/**
 * What letters are handed to.
 * @param address of a mail server, `smtp://…` or `smtps://…`, or `sendmail:` and the path of this machine's own program
 */
export function mailServer(address: string, timeoutMs: number): Mails {
  const [, path] = /^sendmail:(.+)$/.exec(address) ?? [];
  if (path !== undefined) {
    const mails = createTransport({ ...closed, sendmail: true, path, newline: "unix" });
    return { sendMail: (letter) => inTime(mails.sendMail(letter), timeoutMs) };
  }
  return createTransport({
    ...closed,
    url: address,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
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
