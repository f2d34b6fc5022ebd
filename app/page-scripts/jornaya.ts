import type { ClientReport, PageScripts } from "../../machines/site/page-scripts.ts";
import { loadScript } from "./load-script.ts";
import { poll } from "./poll.ts";

const everyMs = 50;

/** Has Jornaya give this visit its LeadiD. The script wants an input by its id, and a script tag to stand beside. */
export async function leadid(
  { script }: Required<PageScripts>["jornaya"],
  stop: AbortSignal,
): Promise<ClientReport> {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", id: "leadid_token", name: "universal_leadid" });
  document.querySelector("form[data-question]")?.append(input);
  const anchor = document.createElement("script");
  anchor.id = "LeadiDscript";
  document.head.append(anchor);
  const ended = loadScript(`${script}?snippet_version=2`, stop, "LeadiDscript_campaign");
  return { leadidToken: await poll(() => input.value || undefined, everyMs, ended) };
}
