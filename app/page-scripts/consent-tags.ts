const disclosureId = "leadid_tcpa_disclosure";

/**
 * Marks the consent for whoever certifies it: its text stands in a label that Jornaya finds, each advertiser's name in
 * an element that TrustedForm finds. Not a word changes. It is marked whenever it comes on screen; React, which put
 * it there as one piece of text, does not mind, and writes it anew where it names other firms.
 * @param siteName the advertiser where the consent names no firms
 */
export function tagConsent(siteName: string, stop: AbortSignal): void {
  const tag = () => {
    const consent = document.querySelector<HTMLElement>("form[data-question] #consent");
    if (!consent || consent.querySelector("label")) return;
    const advertisers: string[] = JSON.parse(consent.dataset.firms ?? JSON.stringify([siteName]));
    consent.replaceChildren(...tagged(consent.textContent!, advertisers));
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

function tagged(text: string, advertisers: readonly string[]): Element[] {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", id: disclosureId });
  const label = document.createElement("label");
  label.htmlFor = disclosureId;
  label.append(...text.split(anyOf(advertisers)).map((part, index) => (index % 2 ? advertiser(part) : part)));
  return [input, label];
}

function advertiser(name: string): Element {
  const span = document.createElement("span");
  span.dataset.tfElementRole = "consent-advertiser-name";
  span.append(name);
  return span;
}

/** Finds names, the longest first: one may be the beginning of another. */
function anyOf(names: readonly string[]): RegExp {
  const longestFirst = [...names].sort((one, other) => other.length - one.length);
  return new RegExp(`(${longestFirst.map((name) => name.replace(/[^\p{L}\p{N}\s]/gu, "\\$&")).join("|")})`);
}
