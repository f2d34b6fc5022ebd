import type { Numbers } from "../../../services/features/numbers/types.ts";
import { HiddenFields } from "../../graphs/ui/hidden-fields.tsx";
import parts from "../../graphs/ui/parts.module.css";
import type { FieldErrors } from "./answers/asked.ts";
import { Field, Select } from "./fields.tsx";
import styles from "./filter-form.module.css";
import { chosen, dataNames, dimensionNames, flagPrefix, sideOf } from "./query.ts";

type Props = {
  /** Short codes of all variants. */
  codes: readonly string[];
  code: string;
  params: URLSearchParams;
  /** By the names of the fields: `a.from`. */
  wrong: FieldErrors;
  /** Filter values to choose from; undefined before anything was counted. */
  choices: { [side in "a" | "b"]: Numbers["choices"] | undefined };
  /** Flags with more than one value among the visits. */
  flags: Numbers["choices"]["flags"];
};

/** Two sides: another variant, period, source or value of a flag. The address's other parameters apply to both. */
export function CompareForm({ codes, code, params, wrong, choices, flags }: Props) {
  // Kept as a hidden field too, a filter could never be set back to "any".
  const said = new Set(
    (["a", "b"] as const).flatMap((side) =>
      fieldNames(choices[side], flags).map((name) => `${side}.${name}`),
    ),
  );
  const isSaid = (name: string) =>
    name === "data" || said.has(name) || (said.has(`a.${name}`) && said.has(`b.${name}`));
  return (
    // With a comparison its numbers come first: on a phone both sides would fill the first screen.
    <details className={styles.more} open={!choices.a}>
      <summary>
        {(["a", "b"] as const)
          .map((side) => inWords(side, sideOf(params, side), code, sideChoices(choices[side], flags)))
          .join(" · ")}
      </summary>
      <form className={`${styles.form} ${parts.controls}`} aria-label="What to compare">
        <HiddenFields fields={[...params].filter(([name]) => !isSaid(name))} />
        <div className={styles.row}>
          <Select name="data" label="Traffic" options={dataNames} params={params} wrong={{}} />
        </div>
        <div className={styles.sides}>
          {(["a", "b"] as const).map((side) => (
            <Side
              key={side}
              side={side}
              codes={codes}
              code={code}
              params={params}
              wrong={wrong}
              flags={flags}
              choices={choices[side]}
            />
          ))}
        </div>
        <button type="submit">Compare</button>
        <p className={styles.note}>Bookmark or share this page’s address to come back to this view.</p>
      </form>
    </details>
  );
}

type SideProps = Omit<Props, "choices"> & {
  side: "a" | "b";
  choices: Numbers["choices"] | undefined;
};

function Side({ side, codes, code, params, wrong, choices, flags }: SideProps) {
  const of = sideOf(params, side);
  const id = (name: string) => `${side}-${name}`;
  const filters = sideChoices(choices, flags);
  const variants = Object.fromEntries(codes.map((each) => [each, each]));
  return (
    <fieldset className={`${styles.group} ${styles.side}`}>
      <legend>{side.toUpperCase()}</legend>
      <Select
        name="variant"
        label="Variant"
        options={variants}
        params={chosen(of, "variant", of.get("variant") ?? code)}
        side={side}
        wrong={wrong}
      />
      <Field name="from" label="From" type="date" params={of} side={side} wrong={wrong} />
      <Field name="to" label="To" type="date" params={of} side={side} wrong={wrong} />
      {filters.map(({ name, label, values }) => (
        <p key={name} className={styles.field}>
          <label htmlFor={id(name)}>{label}</label>
          <select
            id={id(name)}
            name={`${side}.${name}`}
            {...(of.getAll(name).length > 1
              ? { multiple: true, defaultValue: of.getAll(name) }
              : { defaultValue: of.get(name) ?? "" })}
          >
            <option value="">any</option>
            {[...new Set([...values, ...of.getAll(name)])].filter(Boolean).map((value) => (
              <option key={value}>{value}</option>
            ))}
          </select>
        </p>
      ))}
    </fieldset>
  );
}

/** The names of a side's fields. */
function fieldNames(choices: Numbers["choices"] | undefined, flags: Props["flags"]): string[] {
  return ["variant", "from", "to", ...sideChoices(choices, flags).map(({ name }) => name)];
}

/** Dimensions and flags worth filtering by: those with more than one value. */
function sideChoices(choices: Numbers["choices"] | undefined, flags: Props["flags"]) {
  const dimensions = Object.entries(dimensionNames).map(([name, label]) => ({
    name,
    label,
    values: (choices?.[name as keyof typeof dimensionNames] ?? []).map(({ value }) => value),
  }));
  const ofFlags = Object.entries(flags).map(([flag, values]) => ({
    name: flagPrefix + flag,
    label: `Flag ${flag}`,
    values: values.map(({ value }) => value),
  }));
  return [...dimensions, ...ofFlags].filter(({ values }) => values.length > 1);
}

/** For example `B: v4nv, 2026-11-01 to 2026-11-14, Affiliate 44`. */
function inWords(
  side: "a" | "b",
  of: URLSearchParams,
  code: string,
  filters: readonly { name: string; label: string }[],
): string {
  const [from, to] = [of.get("from"), of.get("to")];
  const days = from && to ? `${from} to ${to}` : from ? `from ${from}` : to ? `to ${to}` : "";
  const set = filters.map(({ name, label }) => {
    const values = of.getAll(name).filter(Boolean);
    return values.length > 0 ? `${label} ${values.join(", ")}` : "";
  });
  return `${side.toUpperCase()}: ${[of.get("variant") ?? code, days, ...set].filter(Boolean).join(", ")}`;
}
