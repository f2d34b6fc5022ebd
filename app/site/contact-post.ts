import { post } from "../proof-of-work/post.ts";

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/**
 * Posts the form until our own server has it: what becomes of it after that, the thanks do not wait for
 * (decision 17), but nobody is thanked for a message that never arrived. Sending it twice does no harm:
 * the form's hidden field tells a second arrival.
 * @param onRefused the server does not take it as it is, and will not
 */
export async function postContact(
  address: string,
  fields: Record<string, string>,
  onRefused: () => void,
): Promise<void> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    const response = await post(address, { body: new URLSearchParams(fields) }).catch(() => null);
    if (response?.ok) return;
    if (response && response.status < 500 && response.status !== 429) {
      onRefused();
      return new Promise(() => {});
    }
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
      addEventListener("online", resolve, { once: true });
    });
  }
}
