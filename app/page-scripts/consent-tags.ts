const disclosureId = "leadid_tcpa_disclosure";

/**
 * Marks the consent for whoever certifies it: its text stands in a label that Jornaya finds, the advertiser's name in
 * an element that TrustedForm finds. Not a word changes. It is marked whenever it comes on screen; React, which put
 * it there as one piece of text, does not mind, and writes it anew where it names other firms.
 */
export function tagConsent(advertiser: string, stop: AbortSignal): void {
  const tag = () => {
    const consent = document.querySelector("form[data-question] #consent");
    if (consent && !consent.querySelector("label")) consent.replaceChildren(...tagged(consent, advertiser));
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

function tagged({ textContent }: Element, advertiser: string): Element[] {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", id: disclosureId });
  const label = document.createElement("label");
  label.htmlFor = disclosureId;
  const [before = "", ...after] = textContent!.split(advertiser);
  label.append(before);
  if (after.length > 0) {
    const name = document.createElement("span");
    name.dataset.tfElementRole = "consent-advertiser-name";
    name.append(advertiser);
    label.append(name, after.join(advertiser));
  }
  return [input, label];
}
