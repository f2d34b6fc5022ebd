/** Gives a field a value as if it had been typed, so that whoever keeps or judges what is typed hears of it. */
export function fillIn(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
