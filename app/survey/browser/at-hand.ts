/**
 * What helps a hand: how a press is shown, and what is typed. A page loads it at the first touch, so that no first view waits
 * for it; until then, and where it never comes, everything works without.
 */

/** As long as in the style sheet: held, then gone. */
const leavingMs = 300;

/**
 * Draws the question that a press leaves, with the pressed answer ticked, while it slides out: only visually, and only
 * for visitors who do not prefer less motion.
 */
function drawLeaving({ target, submitter }: SubmitEvent): void {
  const question = submitter?.closest<HTMLElement>("[data-question] > div");
  if (!question || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { value, dataset } = submitter as HTMLButtonElement;
  dataset.pressed = "";
  const picture = question.cloneNode(true) as HTMLElement;
  delete dataset.pressed;
  for (const part of picture.querySelectorAll("[id], [name]")) {
    part.removeAttribute("id");
    part.removeAttribute("name");
  }
  // A page has one first heading.
  const heading = picture.querySelector("h1");
  if (heading) {
    const text = document.createElement("div");
    text.className = heading.className;
    text.textContent = heading.textContent;
    heading.replaceWith(text);
  }
  picture.inert = true;
  picture.ariaHidden = "true";
  picture.dataset.slide = value === "back" ? "leaves-back" : "leaves";
  picture.style.top = `${question.offsetTop}px`;
  const hasLeft = new MutationObserver(() => {
    hasLeft.disconnect();
    (target as HTMLFormElement).after(picture);
    setTimeout(() => picture.remove(), leavingMs);
  });
  hasLeft.observe(document.querySelector("main")!, { attributeFilter: ["data-step"] });
  // Content that has not arrived by then does not belong to this press.
  setTimeout(() => hasLeft.disconnect(), leavingMs);
}

function serveField(): void {
  bringIntoView();
  sayPlace();
}

const focused = () => document.activeElement as HTMLInputElement | null;

/**
 * Scrolls the focused field into view together with what its style sheet names, also after a phone's keyboard has
 * covered a part of the window. Browsers keep only the cursor in view.
 */
function bringIntoView(): void {
  const field = focused();
  if (!field?.matches("[data-question] :is(input, textarea)")) return;
  // Where both have no room, its label has.
  for (const part of [field, ...(field.labels ?? [])]) part.scrollIntoView({ block: "nearest" });
}

/** Enter in a field leads to the button that signs, with the consent above it in view. */
function showConsent(event: KeyboardEvent): void {
  const { key, target } = event;
  const consent = document.querySelector("[data-question] #consent");
  if (key !== "Enter" || !consent || !(target instanceof HTMLInputElement)) return;
  const button = target.form?.querySelector<HTMLButtonElement>("button[name=intent]:enabled");
  if (!button) return;
  // Otherwise the key would press the button that gets the focus.
  event.preventDefault();
  button.focus({ preventScroll: true });
  for (const part of [consent, button]) part.scrollIntoView({ block: "nearest" });
}

/** Places by the first three digits of their ZIP code, then by the last two. */
type Places = Record<string, string>;
const known: Record<string, Promise<Places>> = {};

/** Places with a common prefix are requested together, so that no address has anybody's own ZIP code. */
async function placesOf(prefix: string): Promise<Places> {
  const response = await fetch(`/places/${prefix}`);
  return response.ok ? response.json() : {};
}

/** Shows a ZIP code's place below it as soon as it is typed. */
function sayPlace(): void {
  const field = focused();
  if (field?.name !== "zip_code" || field.nextElementSibling?.matches("[data-place]")) return;
  const line = document.createElement("p");
  line.role = "status";
  line.dataset.place = "";
  field.after(line);
  const say = async () => {
    const typed = field.value;
    const [, prefix, rest] = /^\s*(\d{3})(\d\d)(?:-?\d{4})?\s*$/.exec(typed) ?? [];
    known[prefix!] ??= prefix ? placesOf(prefix).catch(() => ({})) : Promise.resolve({});
    const place = (await known[prefix!])![rest!];
    if (field.value === typed) line.textContent = place ? `✓ ${place}` : "";
  };
  void say();
  field.addEventListener("input", say);
}

addEventListener("submit", drawLeaving, true);
addEventListener("focusin", serveField);
visualViewport?.addEventListener("resize", bringIntoView);
addEventListener("keydown", showConsent);
serveField();

export {};
