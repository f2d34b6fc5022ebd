import type { BlockedEmail, ChatAlert } from "../ports.ts";

/**
 * The same alerts, one in so many milliseconds: the first at once, and of those that come before it is over the newest when
 * it is, with the number of the others. Each has a line of its own in the log, and who is kept back has been sent for.
 * @param quietMs 0 for any number
 * @param onFailure what becomes of one that was kept back and not taken
 */
export function calm(
  alert: ChatAlert,
  { quietMs, now, onFailure }: { quietMs: number; now: () => number; onFailure: (error: unknown) => void },
): ChatAlert {
  let quietUntil = 0;
  let kept: BlockedEmail | undefined;
  let others = 0;

  const sendNow = (about: BlockedEmail) => {
    quietUntil = now() + quietMs;
    return alert.send(about);
  };
  const sendKept = () => {
    const about = others > 0 ? { ...kept!, others } : kept!;
    [kept, others] = [undefined, 0];
    sendNow(about).catch(onFailure);
  };
  return {
    async send(about) {
      if (now() >= quietUntil && !kept) return sendNow(about);
      if (kept) others += 1;
      else setTimeout(sendKept, quietUntil - now()).unref();
      kept = about;
    },
  };
}
