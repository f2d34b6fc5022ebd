import kept from "../ui/kept.module.css";
import type { ViewLink } from "./view-link.ts";

/** The saved views of all surveys. */
export function AllViews({ views }: { views: readonly ViewLink[] }) {
  if (views.length === 0) return null;
  return (
    <details className={kept.bar}>
      <summary>Saved views ({views.length})</summary>
      <ul className={kept.lines}>
        {views.map(({ id, variant, name, href, page }) => (
          <li key={id}>
            {variant}, {page}: <a href={href}>{name}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}
