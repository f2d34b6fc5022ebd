import type { ReactNode } from "react";
import type { View } from "../../../machines/graph/view.ts";
import type { Choice, Numbers } from "../../../services/features/numbers/types.ts";
import { addressOnly, addressWithout } from "../../graphs/ui/address.ts";
import parts from "../../graphs/ui/parts.module.css";
import { titlesIn } from "../../graphs/ui/title-of.ts";
import type { FieldErrors } from "./answers/asked.ts";
import { AllBut, Check, Field, Group, Select } from "./fields.tsx";
import styles from "./filter-form.module.css";
import { dataNames, dimensionNames, flagPrefix, paceNames, resultNames, typedSuffix } from "./query.ts";

const ways = { with: "Passed through", without: "Did not pass", endingAt: "Last step" };

/** Filters by the path a session took, one row per step. */
function PlacesToPass({ view, params }: { view: View; params: URLSearchParams }) {
  const kept = Object.keys(ways).flatMap((name) =>
    params
      .getAll(name)
      .filter((id) => !view.nodes.some((node) => node.id === id))
      .map((id) => ({ name, id })),
  );
  return (
    <fieldset className={styles.group}>
      <legend>Path through the survey</legend>
      {kept.map(({ name, id }) => (
        <Check
          key={name + id}
          name={name}
          value={id}
          text={`${ways[name as keyof typeof ways]}: ${id}`}
          params={params}
        />
      ))}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className={styles.places} tabIndex={0} aria-label="Steps, scrollable">
        <table>
          <thead>
            <tr>
              <th scope="col">Step</th>
              {Object.values(ways).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.nodes.map(({ id, title }) => (
              <tr key={id}>
                <th scope="row">{title}</th>
                {Object.entries(ways).map(([name, words]) => (
                  <td key={name}>
                    <label className={styles.alone}>
                      <input
                        type="checkbox"
                        name={name}
                        value={id}
                        aria-label={`${words} ${title}`}
                        defaultChecked={params.getAll(name).includes(id)}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </fieldset>
  );
}

/** Longer lists of choices are cut, and have a field to type in. */
const shownChoices = 24;
const keysOf = <Name extends string>(names: Record<Name, string>) => Object.keys(names) as Name[];

type ChoicesProps = { choices: Numbers["choices"] | undefined; params: URLSearchParams; wrong: FieldErrors };

/** A group of boxes for each dimension. Values that are filtered by are always among them, so that they can be unticked. */
function Choices({ choices, params, wrong }: ChoicesProps) {
  const askedFlags = [...params.keys()].filter((name) => name.startsWith(flagPrefix));
  const flags = new Set([
    ...Object.keys(choices?.flags ?? {}),
    ...askedFlags.map((name) => name.slice(flagPrefix.length)),
  ]);
  return (
    <>
      {keysOf(dimensionNames).map((name) => (
        <ChoiceGroup
          key={name}
          name={name}
          title={dimensionNames[name]}
          choices={choices?.[name] ?? []}
          wrong={wrong[name]}
          params={params}
        />
      ))}
      {[...flags].map((flag) => (
        <ChoiceGroup
          key={flag}
          name={flagPrefix + flag}
          title={`Flag ${flag}`}
          choices={choices?.flags[flag] ?? []}
          wrong={undefined}
          params={params}
        />
      ))}
    </>
  );
}

type ChoiceGroupProps = {
  name: string;
  title: string;
  choices: readonly Choice[];
  wrong: string | undefined;
  params: URLSearchParams;
};

function ChoiceGroup({ name, title, choices, wrong, params }: ChoiceGroupProps) {
  const asked = params.getAll(name);
  if (choices.length < 2 && asked.length === 0) return null;
  const shown = choices.filter(({ value }, index) => index < shownChoices || asked.includes(value));
  const unknown = asked.filter((value) => !choices.some((choice) => choice.value === value));
  return (
    <Group name={title} wrong={wrong}>
      <AllBut name={name} params={params} />
      {shown.map(({ value, all }) => (
        <Check key={value} name={name} value={value} text={value || "(none)"} count={all} params={params} />
      ))}
      {unknown.map((value) => (
        <Check key={value} name={name} value={value} text={value || "(none)"} count={0} params={params} />
      ))}
      {shown.length < choices.length && (
        <label className={styles.typed}>
          {choices.length - shown.length} more: type them, separated by commas
          <input name={name + typedSuffix} defaultValue={params.get(name + typedSuffix) ?? ""} />
        </label>
      )}
    </Group>
  );
}

type Props = {
  view: View;
  params: URLSearchParams;
  wrong: FieldErrors;
  /** Null when the question failed: then there is nothing to choose from. */
  numbers: Numbers | null;
  /** A summary of the folded form. */
  summary?: string;
  /** Fields of the page's own. */
  children?: ReactNode;
  /** The filters that are seldom changed. */
  more?: ReactNode;
};

/** What is shown and how tables are sorted; changing filters must keep it. */
const keptFields = ["show", "sort", "order"];

/** Parameters of the view, which are no filters: a page with only these has nothing to clear. */
const ownChoices = [...keptFields, "data", "by", "and", "against"];

/** A GET form, so that its result has an address to share. */
export function FilterForm({ view, params, wrong, numbers, summary = "Filters", children, more }: Props) {
  return (
    <form className={styles.form} aria-label="Filters">
      <details open={Object.keys(wrong).length > 0}>
        <summary className={styles.fold}>{summary}</summary>
        <div className={`${styles.row} ${parts.controls}`}>
          <Field name="from" label="From" type="date" params={params} wrong={wrong} />
          <Field name="to" label="To" type="date" params={params} wrong={wrong} />
          {children}
          <Select name="data" label="Traffic" options={dataNames} params={params} wrong={wrong} />
          <Select name="pace" label="Visits" options={paceNames} params={params} wrong={wrong} />
          {more}
          <button type="submit">Show</button>
          {[...params.keys()].some((name) => !ownChoices.includes(name)) && (
            <a className={styles.reset} href={addressOnly(params, "show", "data")}>
              Clear all
            </a>
          )}
        </div>
        <div className={styles.groups}>
          <Group name="Result" wrong={wrong.result}>
            <AllBut name="result" params={params} />
            {Object.entries(resultNames).map(([result, text]) => (
              <Check key={result} name="result" value={result} text={text} params={params} />
            ))}
          </Group>
          <Choices choices={numbers?.choices} params={params} wrong={wrong} />
        </div>
        <PlacesToPass view={view} params={params} />
      </details>
      {keptFields.map(
        (name) =>
          params.has(name) && <input key={name} type="hidden" name={name} value={params.get(name)!} />,
      )}
      <SetFilters view={view} params={params} />
    </form>
  );
}

/** A map, since an address may say `constructor`, which every object inherits. */
const filterNames = new Map(
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

/** Defaults are not filters that could be removed. */
const usual = ["people", "real"];

/** An empty value means none of a dimension, and nothing in an empty field. */
function isSet(name: string, value: string): boolean {
  if (name === "pace" || name === "data") return value !== "" && !usual.includes(value);
  return value !== "" || name in dimensionNames || name.startsWith(flagPrefix);
}

function nameOf(name: string): string | undefined {
  if (name.startsWith(flagPrefix)) return `Flag ${name.slice(flagPrefix.length)}`;
  return filterNames.get(plain(name));
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
