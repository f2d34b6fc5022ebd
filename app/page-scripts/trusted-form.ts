import type { ClientReport, PageScripts } from "../../machines/site/page-scripts.ts";
import { loadScript } from "./load-script.ts";
import { poll } from "./poll.ts";

const everyMs = 50;

/**
 * Has TrustedForm certify the survey's one form, and says where the certificate lies. The script adds its own hidden
 * input to the form, which has to be there by then.
 */
export async function certify(
  { script, field }: Required<PageScripts>["trustedForm"],
  stop: AbortSignal,
): Promise<ClientReport> {
  const address = new URL(script);
  address.searchParams.set("field", field);
  address.searchParams.set("use_tagged_consent", "true");
  // No copy of an earlier page's script will do.
  address.searchParams.set("l", `${Date.now()}${Math.random()}`);
  const ended = loadScript(address, stop);
  const input = `form[data-question] input[name="${field}"]`;
  const look = () => document.querySelector<HTMLInputElement>(input)?.value || undefined;
  return { trustedFormUrl: await poll(look, everyMs, ended) };
}
