import type { Wording } from "../../../machines/messages/wording.ts";
import buttons from "../../ui/buttons.module.css";
import { DateBoxes } from "../../ui/date-boxes.tsx";
import styles from "../../ui/fields.module.css";
import type { LocalizedStep, ScreenState } from "./page-data.ts";

type Props = {
  step: LocalizedStep;
  values: ScreenState["values"];
  errors: Record<string, string>;
  words: Wording["exactDate"];
};

/** The exact date, for visitors who know it (ruling 12); closed until it is wanted or filled in. */
export function ExactDate({ step: { fields, submit }, values, errors, words }: Props) {
  const { legend, hint } = words;
  return (
    <details className={styles.exactDate} open={fields.some(({ name }) => errors[name] || values[name])}>
      <summary className={styles.summary}>{words.summary}</summary>
      <DateBoxes name="injury_date" boxes={fields} {...{ legend, hint, values, errors }}>
        <button type="submit" name="intent" value="next" className={buttons.secondary}>
          {submit ?? words.button}
        </button>
      </DateBoxes>
    </details>
  );
}
