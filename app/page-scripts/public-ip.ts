import type { ClientReport, PageScripts } from "../../machines/site/page-scripts.ts";

const longestMs = 2_000;

/** Asks services in turn for the visitor's address, until one says it: as `{"ip": …}` or as a line `ip=…`. */
export async function publicAddress(
  { urls }: Required<PageScripts>["publicIp"],
  stop: AbortSignal,
): Promise<ClientReport> {
  for (const url of urls) {
    if (stop.aborted) break;
    const publicIp = await ask(url).catch(() => undefined);
    if (publicIp) return { publicIp };
  }
  return {};
}

async function ask(url: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(longestMs);
  const reply = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer", signal });
  const text = (await reply.text()).trim();
  const ip = text.startsWith("{") ? JSON.parse(text).ip : /^ip=(.+)$/m.exec(text)?.[1];
  return reply.ok && /^[\da-f.:]{2,45}$/i.test(ip) ? ip : undefined;
}
