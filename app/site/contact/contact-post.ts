import { post } from "../../proof-of-work/post.ts";

/**
 * Tries once to post the form. Our own server has the message when this resolves: what becomes of it after that, the
 * thanks do not wait for (ruling 17). Sending it twice does no harm: the form's hidden field tells a second arrival.
 * @param onRefused the server does not take it as it is, and will not
 * @throws when the server is away, or asks for another attempt later
 */
export async function postContact(
  address: string,
  fields: Record<string, string>,
  { signal, onRefused }: { signal: AbortSignal; onRefused: () => void },
): Promise<void> {
  const { ok, status } = await post(address, { body: new URLSearchParams(fields), signal });
  if (ok) return;
  if (status >= 500 || status === 429) throw new Error("not taken now");
  onRefused();
  return new Promise(() => {});
}
