import { injuryDeadline } from "../../../machines/site/filing-deadlines.ts";
import { faultRule } from "./fault-rules.ts";
import { insuranceInShort, shareAllowed } from "./in-words.ts";
import { states } from "./states.ts";
import styles from "./states-table.module.css";

const years = (count: number) => `${count} ${count === 1 ? "year" : "years"}`;

/** Every state on one line, each with the way to its guide. Four narrow columns: they fit a screen of 320 px. */
export function StatesTable() {
  return (
    <table className={styles.states}>
      <caption>
        Deadline for an injury lawsuit, the share of the fault you may have, and minimum insurance in
        thousands of dollars
      </caption>
      <thead>
        <tr>
          <th scope="col">State</th>
          <th scope="col">Time to sue</th>
          <th scope="col">Fault allowed</th>
          <th scope="col">Insurance</th>
        </tr>
      </thead>
      <tbody>
        {states.map(({ code, name, path }) => (
          <tr key={code}>
            <th scope="row">
              <a href={path}>{name}</a>
            </th>
            <td>{years(injuryDeadline(code).years)}</td>
            <td>{shareAllowed[faultRule(code).kind]}</td>
            <td>{insuranceInShort(code)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
