const key = "contact";

/** Fields of the form by their names, the hidden ones included: the server knows a message by them that it has already. */
type Draft = Record<string, string>;

/** Keeps what is in a form that could not be sent yet, for this tab alone. A browser that keeps nothing is done without. */
export function keepDraft(form: HTMLFormElement): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(new FormData(form))));
  } catch {}
}

/** Fills in what was kept before the page was loaded again. @returns what was kept, if anything */
export function restoreDraft(form: HTMLFormElement): Draft {
  let draft: Draft = {};
  try {
    draft = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Draft;
  } catch {}
  for (const [name, value] of Object.entries(draft)) {
    const field = form.elements.namedItem(name);
    if (field && "value" in field) field.value = value;
  }
  return draft;
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}
