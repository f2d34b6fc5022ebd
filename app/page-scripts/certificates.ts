import type { ClientReport, PageScripts } from "../../machines/site/page-scripts.ts";
import { loadScript, poll } from "./loading.ts";

const everyMs = 50;

/** Has Jornaya give this visit its LeadiD. The script expects an input with its id, and a script tag beside it. */
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

/**
 * Has TrustedForm certify the survey's one form, and returns the certificate's address. The script adds its own hidden
 * input to the form, which must exist by then.
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

const disclosureId = "leadid_tcpa_disclosure";

/**
 * Marks the consent for its certifiers: its text is in a label that Jornaya finds, each advertiser's name in an element
 * that TrustedForm finds. No word changes. It is marked whenever it comes on screen; React changes nothing within it,
 * and replaces it where it names other firms.
 * @param siteName the advertiser where the consent names no firms
 */
export function tagConsent(siteName: string, stop: AbortSignal): void {
  const tag = () => {
    const consent = document.querySelector<HTMLElement>("form[data-question] #consent");
    if (!consent || consent.querySelector("label")) return;
    const advertisers: string[] = JSON.parse(consent.dataset.firms ?? JSON.stringify([siteName]));
    for (const paragraph of consent.children)
      paragraph.replaceChildren(...withAdvertisers(paragraph.textContent!, advertisers));
    consent.replaceChildren(...labelled(consent.childNodes));
  };
  tag();
  const watch = new MutationObserver(tag);
  watch.observe(document.querySelector("form[data-question]") ?? document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  stop.addEventListener("abort", () => watch.disconnect());
}

function labelled(words: Iterable<Node>): Element[] {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", id: disclosureId });
  const label = document.createElement("label");
  label.htmlFor = disclosureId;
  label.append(...words);
  return [input, label];
}

function advertiser(name: string): Element {
  const span = document.createElement("span");
  span.dataset.tfElementRole = "consent-advertiser-name";
  span.append(name);
  return span;
}

/** The text with each advertiser's name marked, the longest first: one name may be the beginning of another. */
function withAdvertisers(text: string, names: readonly string[]): (string | Element)[] {
  const longestFirst = [...names].sort((one, other) => other.length - one.length);
  return longestFirst.reduce<(string | Element)[]>(
    (parts, name) =>
      parts.flatMap((part) =>
        typeof part === "string"
          ? part.split(name).flatMap((words, index) => (index > 0 ? [advertiser(name), words] : [words]))
          : [part],
      ),
    [text],
  );
}
