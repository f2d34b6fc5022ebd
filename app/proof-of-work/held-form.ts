import { prove } from "./prove.ts";

/** Until then nothing needs to be said. */
const noticeMs = 1_000;

/**
 * Sends a form that came back (app/server/answers/try-again.ts): in a flood as soon as the work asked for is done, else after the
 * seconds that the store may take to be back. Where it cannot be done the button is still there.
 */
export async function mount(element: HTMLElement): Promise<void> {
  const form = element as HTMLFormElement;
  const status = form.querySelector("[role=status]")!;
  const { textContent: wait } = status;
  const { challenge = "", sending = "", seconds } = form.dataset;
  const notice = setTimeout(() => {
    status.textContent = sending;
  }, noticeMs);
  if (!challenge) return void setTimeout(() => form.submit(), Number(seconds) * 1_000);
  if (await prove(challenge)) return form.submit();
  clearTimeout(notice);
  status.textContent = wait;
}
