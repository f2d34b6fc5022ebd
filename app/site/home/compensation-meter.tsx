import { fill } from "../../../machines/messages/fill.ts";
import {
  type CompensationEstimate,
  type CompensationTier,
  compensationTiers,
  meterState,
} from "../../../machines/rules/compensation.ts";
import { COMPENSATION_BLOCK_HEIGHT } from "../../../machines/rules/limits.ts";
import type { PageFlags } from "../../../machines/rules/page-flags.ts";
import type { Messages } from "../../../services/words/messages.ts";
import styles from "./compensation-meter.module.css";

type Props = {
  words: Messages["pages"]["compensation"];
  estimate?: CompensationEstimate;
  /** Levels by their names or in dollars. */
  display?: PageFlags["compensation"];
};

const fullHeight = compensationTiers.length * COMPENSATION_BLOCK_HEIGHT;

/**
 * The compensation meter (spec 4.3 and 9): a scale of seven blocks on wide screens, one bar on narrow
 * ones. Until there is an estimate it is at its initial amount, and says so.
 */
export function CompensationMeter({ words, estimate, display = "text" }: Props) {
  const { tier: current, vertical, horizontal } = meterState(estimate);
  const name = ({ level, floor, ceiling }: CompensationTier) =>
    display === "dollars"
      ? fill(words.range, { from: dollars(floor), to: dollars(ceiling) })
      : words.levels[level - 1];
  return (
    <section className={styles.section} aria-labelledby="compensation-meter" data-compensation>
      <div className={styles.card}>
        <div>
          <h2 className={styles.title} id="compensation-meter">
            {words.title}
          </h2>
          <p className={styles.text} aria-live="polite">
            {estimate ? words.estimate : words.start}{" "}
            <strong className={styles.level}>{name(current)}</strong>
          </p>
          <svg className={styles.horizontal} aria-hidden="true">
            <rect className={styles.empty} width="100%" height="100%" />
            <rect className={styles.full} width={`${horizontal}%`} height="100%" />
          </svg>
          <p className={styles.text}>{words.disclaimer}</p>
        </div>
        <div className={styles.scale}>
          <svg className={styles.vertical} width="20" height={fullHeight} aria-hidden="true">
            <rect className={styles.empty} width="100%" height="100%" />
            <rect className={styles.full} y={fullHeight - vertical} width="100%" height={vertical} />
          </svg>
          <ol className={styles.blocks} reversed>
            {compensationTiers.toReversed().map((each) => (
              <li key={each.level} className={styles.block} aria-current={each === current || undefined}>
                {name(each)}
                {estimate && each === current && <span className={styles.here}>{words.here}</span>}
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

/** Whole dollars as they are written in the United States, in either language. */
function dollars(amount: number): string {
  return `$${amount.toLocaleString("en-US")}`;
}
