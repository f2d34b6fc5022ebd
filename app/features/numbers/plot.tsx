import type { ReactNode } from "react";
import styles from "./plot.module.css";

/** The width and the height of a plot's drawing in its own units, which stretch to whatever room there is. */
export const plotSize = 1_000;

/** Positions on an axis are from 0 at the left or bottom to 1. */
type Label = { at: number; text: string };

type Props = {
  /** Gridlines, labelled at the left. */
  ticks: readonly (Label & { isZero?: boolean })[];
  /** Labels below; narrow screens have room for those that are not `isExtra`. */
  labels: readonly (Label & { isExtra?: boolean })[];
  /** Dashed lines across all gridlines, labelled at the top. */
  marks?: readonly (Label & { title: string })[];
  /** SVG in units of `plotSize`; y grows downwards. */
  children: ReactNode;
};

/** A chart that stretches with the page while its text and lines keep their size. Hidden from screen readers: a table has its numbers. */
export function Plot({ ticks, labels, marks = [], children }: Props) {
  return (
    <div className={styles.room}>
      <svg className={styles.plot} aria-hidden="true">
        {ticks.map(({ at, text, isZero }) => (
          <g key={at} data-zero={isZero || undefined}>
            <line x2="100%" y1={percent(1 - at)} y2={percent(1 - at)} />
            <text x={-8} y={percent(1 - at)} dy="0.35em" textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {marks.map(({ at, text, title }) => (
          <g key={at} data-mark>
            <title>{title}</title>
            <line x1={percent(at)} x2={percent(at)} y2="100%" />
            <text x={percent(at)} y={-8} textAnchor="middle">
              {text}
            </text>
          </g>
        ))}
        {labels.map(({ at, text, isExtra }) => (
          <text
            key={at}
            x={percent(at)}
            y="100%"
            dy="1.75em"
            textAnchor={at > 0.9 ? "end" : "middle"}
            data-extra={isExtra || undefined}
          >
            {text}
          </text>
        ))}
        <svg
          viewBox={`0 0 ${plotSize} ${plotSize}`}
          width="100%"
          height="100%"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {children}
        </svg>
      </svg>
    </div>
  );
}

const percent = (share: number) => `${Number((100 * share).toFixed(2))}%`;
