import type { ReactNode } from "react";
import styles from "./path-line.module.css";

/** A sequence of places along the logo's path. @param places the last of which is not a link */
export function PathLine({
  places,
}: {
  places: readonly { name: string; isDone?: boolean; text: ReactNode }[];
}) {
  return (
    <ol className={styles.line}>
      {places.map(({ name, isDone, text }, index) => (
        <li key={name} data-done={isDone || undefined}>
          {text}
          {index < places.length - 1 && (
            <svg className={styles.bend} viewBox="0 0 14 100" preserveAspectRatio="none" aria-hidden="true">
              <path d="M2 0C2 60 12 40 12 100" vectorEffect="non-scaling-stroke" />
            </svg>
          )}
        </li>
      ))}
    </ol>
  );
}
