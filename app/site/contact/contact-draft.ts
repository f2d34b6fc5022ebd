import { keepInHistory } from "../../ui/page-memory.ts";

/** Fields of the form by their names, the hidden ones included: the server knows a message by them that it has already. */
type Draft = Record<string, string>;

/** Keeps what is in a form that is not sent yet, for this tab alone. */
export function keepDraft(form: HTMLFormElement): void {
  keepInHistory({ contact: Object.fromEntries(new FormData(form)) });
}

/** Fills in what was kept before the page was loaded again, where nothing else is by now. @returns what was kept, if anything */
export function restoreDraft(form: HTMLFormElement): Draft {
  const draft: Draft = history.state?.contact ?? {};
  for (const [name, value] of Object.entries(draft)) {
    const field = form.elements.namedItem(name);
    if (field && "value" in field && !field.value) field.value = value;
  }
  return draft;
}

export function forgetDraft(): void {
  keepInHistory({ contact: undefined });
}
