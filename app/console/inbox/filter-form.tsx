import { Choice, type ChoiceProps } from "../ui/field.tsx";
import parts from "../ui/parts.module.css";
import type { Choices } from "./inbox-data.ts";
import styles from "./inbox-page.module.css";

/** Which leads are shown: the search is always there, the rest opens, and stays open while it is in use. */
export function FilterForm({ choices }: { choices: Choices }) {
  const { chosen, surveys, states, isFiltered, isMasked } = choices;
  const { find = "", day = "", ...selected } = chosen;
  const options: readonly ChoiceProps[] = [
    {
      name: "survey",
      label: "Survey",
      values: [["contact", "contact form"], ...surveys.map((code) => [code, code] as const)],
    },
    { name: "state", label: "State", values: states.map((code) => [code, code]) },
    {
      name: "qualified",
      label: "Qualified",
      values: [
        ["yes", "yes"],
        ["no", "no"],
      ],
    },
    {
      name: "status",
      label: "Status",
      values: [
        ["new", "not handled"],
        ["handled", "handled"],
      ],
    },
  ];
  return (
    <form method="get" action="/console" className={styles.filter} aria-label="Filter">
      <div className={styles.find}>
        <label htmlFor="find" className="visually-hidden">
          {isMasked ? "Last two digits of the phone number, or all ten," : "Last digits of the phone number,"}{" "}
          or the lead's id
        </label>
        <input
          id="find"
          name="find"
          type="search"
          defaultValue={find}
          placeholder={isMasked ? "2 or all 10 digits, or lead id" : "End of the phone, or lead id"}
        />
        <button type="submit" className={`${parts.button} ${parts.strong}`}>
          Find
        </button>
      </div>
      <details className={styles.more} open={day !== "" || Object.keys(selected).length > 0}>
        <summary>Filter</summary>
        <div className={parts.fields}>
          {options.map((option) => (
            <Choice key={option.name} {...option} chosen={chosen[option.name]} />
          ))}
          <div>
            <label htmlFor="day">Day</label>
            <input id="day" name="day" type="date" defaultValue={day} />
          </div>
        </div>
      </details>
      {isFiltered && (
        <a className={styles.all} href="/console">
          Show all leads
        </a>
      )}
    </form>
  );
}
