/** How far below the window's edge the first error comes to stand, in CSS pixels (spec 5.1). */
const OFFSET_PX = 100;

/** Scrolls to the contact form's first error, when that is out of view. */
export function revealFirstError(): void {
  const field = document.querySelector("form[data-contact] [aria-invalid=true]");
  if (!field) return;
  const { top, bottom } = field.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollTo({ top: top + scrollY - OFFSET_PX, behavior: still ? "instant" : "smooth" });
}
