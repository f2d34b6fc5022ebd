import controls from "../ui/controls.module.css";
import styles from "./setup-form.module.css";
import type { SimulationData } from "./simulation-data.ts";

type Props = { code: string; simulation: SimulationData; query: URLSearchParams };

/** How the simulated visitor arrives. Later events are kept as far as the chart still accepts them. */
export function SetupForm({ code, simulation: { setup, paths, address }, query }: Props) {
  const { path, query: parameters, region, today, dateOfBirthStates, noDefaultBuyersStates } = setup;
  return (
    <>
      <details className={styles.setup}>
        <summary>
          Arrival: {path}
          {parameters && `?${parameters}`} on {today}
        </summary>
        <form className={`${styles.form} ${controls.controls}`}>
          <Field name="path" label="Path" value={path} list="paths" />
          <datalist id="paths">
            {paths.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          <Field name="query" label="Query string" value={parameters} hint="affid=7&flags=combinedLastStep" />
          <Field name="today" label="Visitor’s local date" value={today} hint="2026-11-21" />
          <Field name="region" label="Visitor’s US state" value={region} hint="CA" />
          <Field
            name="dateOfBirthStates"
            label="States that ask for the date of birth"
            value={dateOfBirthStates.join()}
          />
          <Field
            name="noDefaultBuyersStates"
            label="States without default buyers"
            value={noDefaultBuyersStates.join()}
          />
          {query.getAll("do").map((move, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same move may be there several times
            <input key={index} type="hidden" name="do" value={move} />
          ))}
          <button type="submit">Apply</button>
        </form>
      </details>
      <ul className={styles.links}>
        <li>
          <a href={`/graphs/${code}/simulate`}>Start over</a>
        </li>
        <li>
          <a href={address}>Link to this simulation</a>
        </li>
        <li>
          <a href={`/graphs/${code}/exported-case${address.replace(/#.*/, "")}`} download>
            Export as a test
          </a>
        </li>
      </ul>
    </>
  );
}

type FieldProps = { name: string; label: string; value: string; hint?: string; list?: string };

function Field({ name, label, value, hint, list }: FieldProps) {
  return (
    <div>
      <label htmlFor={`setup-${name}`}>{label}</label>
      <input
        id={`setup-${name}`}
        name={name}
        defaultValue={value}
        placeholder={hint}
        list={list}
        autoComplete="off"
      />
    </div>
  );
}
