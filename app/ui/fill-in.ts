/** Gives a field a value as if it had been typed: its listeners are told. */
export function fillIn(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
