import { optionId } from "../../ui/field-ids.ts";
import { chosenOption } from "./chosen-option.ts";
import styles from "./options.module.css";
import type { LocalizedStep, ScreenState } from "./page-data.ts";

type Props = { options: LocalizedStep["options"]; values: ScreenState["values"]; yourAnswer: string };

/** The answer buttons; link-style ones stand below the others (spec 2.4). */
export function Options({ options, values, yourAnswer }: Props) {
  const chosen = chosenOption(options, values);
  const button = (option: Props["options"][number], index: number) => (
    <button
      key={option.value}
      type="submit"
      name="option"
      value={option.value}
      data-fields={JSON.stringify(option.records)}
      data-chosen={option === chosen || undefined}
      id={optionId(index)}
      className={option.look === "link" ? styles.link : styles.option}
    >
      {option.drawing && (
        // All drawings are in one file, which the browser keeps.
        <svg className={styles.drawing} aria-hidden="true">
          <use href={`/illustrations/answers.svg#${option.drawing}`} />
        </svg>
      )}
      <span className={styles.text}>{option.label}</span>
      {option === chosen && <span className={styles.mark}>{yourAnswer}</span>}
    </button>
  );
  const links = options.filter(({ look }) => look === "link");
  const buttons = options.filter(({ look }) => look !== "link");
  return (
    <>
      <div className={styles.grid}>{buttons.map(button)}</div>
      {links.length > 0 && (
        <div className={styles.links}>
          {links.map((option, index) => button(option, buttons.length + index))}
        </div>
      )}
    </>
  );
}
