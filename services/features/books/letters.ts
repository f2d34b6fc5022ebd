import { errorName, type Log } from "../../observe/log.ts";
import { mailServer } from "../../providers/mail.ts";
import type { Settings } from "../../settings/env.ts";
import type { Notice } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";

/** A letter that no mail server took for so long is given up. */
export const letterMs = 3 * 24 * 60 * 60_000;
/** Longer than a letter may take: a process that holds one longer has died. */
const lockMs = 2 * 60_000;
const timeoutMs = 30_000;

/**
 * One kind of letters. `prefix`: of their destinations; `to`: whom one is for, undefined for nobody; `taken`: notes that the
 * mail server has it; `event`: begins the names of the lines in the log.
 */
type Letters = {
  prefix: string;
  to(letter: Notice): readonly string[] | undefined;
  taken(letter: Notice): Promise<void>;
  event: string;
};

/**
 * Sends the letters of a kind that wait, through the first destination of kind email. One that was being sent when the process
 * died may arrive twice, with the same Message-ID.
 */
export async function sendLetters(
  { prefix, to: recipients, taken, event }: Letters,
  {
    store: { notices },
    settings,
    now,
    log,
  }: {
    store: Pick<Store, "notices">;
    settings: Pick<Settings, "destinations">;
    now: () => number;
    log: Log;
  },
  isStopped = () => false,
): Promise<void> {
  const mail = settings.destinations.find((declared) => declared.kind === "email");
  if (!mail) return;
  const { smtp, from } = mail;
  const mails = mailServer(smtp, timeoutMs);
  const freeAt = now();
  while (!isStopped()) {
    const claim = { since: freeAt - letterMs, freeAt, lockedUntil: now() + lockMs, prefix };
    const letter: Notice | undefined = await notices.claim(claim);
    if (!letter) return;
    const { id, destination, body } = letter;
    const to = recipients(letter);
    if (!to) continue;
    try {
      const messageId = `<${id}@${from.split("@")[1]}>`;
      const { subject, text, html } = JSON.parse(body);
      await mails.sendMail({ from, to: [...to], messageId, subject, text, html });
      await taken(letter);
      log(`${event}.sent`, { destination });
    } catch (error) {
      log(`${event}.not_sent`, { destination, error: errorName(error) });
    }
  }
}
