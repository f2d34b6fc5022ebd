import type { View } from "../../../machines/graph/view.ts";
import { addressWithout } from "../ui/address.ts";
import { titlesIn } from "../ui/title-of.ts";
import { dataNames, dimensionNames, flagPrefix, paceNames, resultNames, typedSuffix } from "./names.ts";
import styles from "./set-filters.module.css";

/** A map, since an address may say `constructor`, which every object inherits. */
const names = new Map(
  Object.entries({
    ...dimensionNames,
    from: "From",
    to: "To",
    result: "Result",
    with: "Passed through",
    without: "Did not pass",
    endingAt: "Last step",
    pace: "Visits",
    data: "Traffic",
  }),
);
const traffic = new Map<string, string>(Object.entries(dataNames));
const paces = new Map<string, string>(Object.entries(paceNames));
const results = new Map<string, string>(Object.entries(resultNames));

/** The filters that hold, each a link to the page without it. */
export function SetFilters({ view, params }: { view: View; params: URLSearchParams }) {
  const set = [...params].filter(([name, value]) => nameOf(name) !== undefined && isSet(name, value));
  if (set.length === 0) return null;
  return (
    <ul className={styles.set} aria-label="Active filters">
      {set.map(([name, value]) => (
        <li key={`${name}=${value}`}>
          <a href={addressWithout(params, name, value)} title="Remove this filter">
            {nameOf(name)}: {params.getAll("except").includes(plain(name)) && "not "}
            {inWords(view, name, value)} <span aria-hidden="true">×</span>
            <span className="visually-hidden">, remove</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What holds unless the address says otherwise is no filter that could be taken away. */
const usual = ["people", "real"];

/** An empty value means none of a dimension, and nothing in a field that was left empty. */
function isSet(name: string, value: string): boolean {
  if (name === "pace" || name === "data") return value !== "" && !usual.includes(value);
  return value !== "" || name in dimensionNames || name.startsWith(flagPrefix);
}

function nameOf(name: string): string | undefined {
  if (name.startsWith(flagPrefix)) return `Flag ${name.slice(flagPrefix.length)}`;
  return names.get(plain(name));
}

const plain = (name: string) => (name.endsWith(typedSuffix) ? name.slice(0, -typedSuffix.length) : name);

function inWords(view: View, name: string, value: string): string {
  if (name === "pace") return paces.get(value) ?? value;
  if (name === "data") return traffic.get(value) ?? value;
  if (name === "result") return results.get(value) ?? value;
  const titleOf = titlesIn(view);
  if (["with", "without", "endingAt"].includes(name)) return value.split("->").map(titleOf).join(" › ");
  return value || "(none)";
}
