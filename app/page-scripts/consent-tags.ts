const disclosureId = "leadid_tcpa_disclosure";

/**
 * Marks the consent for its certifier: its text is in a label that Jornaya finds, each advertiser's name in
 * an element that TrustedForm finds. Not a word changes. It is marked whenever it comes on screen; React, which changes
 * nothing within it, does not mind, and puts another in its place where it names other firms.
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
