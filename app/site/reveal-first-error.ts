/** How far below the window's edge the first error comes to stand, in CSS pixels (spec 5.1). */
const OFFSET_PX = 100;

/**
 * Puts the focus on the contact form's first wrong field, and scrolls to it when it is out of view: what is heard is
 * what is seen. The summary above it is an alert, which is spoken without the focus.
 */
export function revealFirstError(): void {
  const field = document.querySelector<HTMLElement>("form[data-contact] [aria-invalid=true]");
  if (!field) return;
  // After a press of the mouse Firefox shows it of a text field only, unless told.
  field.focus({ preventScroll: true, focusVisible: true });
  const { top, bottom } = field.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollTo({ top: top + scrollY - OFFSET_PX, behavior: still ? "instant" : "smooth" });
}
