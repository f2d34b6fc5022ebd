import type { Numbers } from "../../../services/analytics/types.ts";
import controls from "../ui/controls.module.css";
import type { FieldErrors } from "./answers/asked.ts";
import { Select } from "./fields.tsx";
import styles from "./filter-form.module.css";
import { dataNames, dimensionNames, flagPrefix } from "./names.ts";
import { sideOf } from "./side-of.ts";

type Props = {
  /** Short codes of all variants. */
  codes: readonly string[];
  code: string;
  params: URLSearchParams;
  wrong: { a: FieldErrors; b: FieldErrors };
  /** Filter values to choose from; undefined before anything was counted. */
  choices: { [side in "a" | "b"]: Numbers["choices"] | undefined };
  /** Flags of which visits have more than one value. */
  flags: Numbers["choices"]["flags"];
};

/**
 * Two sides: another variant, another period, another source, another value of a flag. Whatever else the address asks
 * holds for both.
 */
export function CompareForm({ codes, code, params, wrong, choices, flags }: Props) {
  // Kept as a hidden field too, a filter could never be set back to "any".
  const said = new Set(
    (["a", "b"] as const).flatMap((side) =>
      fieldNames(choices[side], flags).map((name) => `${side}.${name}`),
    ),
  );
  const isSaid = (name: string) =>
    name === "data" || said.has(name) || (said.has(`a.${name}`) && said.has(`b.${name}`));
  const kept = [...params].filter(([name]) => !isSaid(name));
  const isWrong = [wrong.a, wrong.b].some((errors) => Object.keys(errors).length > 0);
  return (
    // Once something is compared its numbers come first: on a phone both sides would fill the first screen.
    <details className={styles.more} open={isWrong || !choices.a}>
      <summary>
        {(["a", "b"] as const)
          .map((side) => inWords(side, sideOf(params, side), code, sideChoices(choices[side], flags)))
          .join(" · ")}
      </summary>
      <form className={`${styles.form} ${controls.controls}`} aria-label="What to compare">
        {kept.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may be there several times
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <div className={styles.row}>
          <Select name="data" label="Traffic" options={dataNames} params={params} wrong={{}} />
        </div>
        <div className={styles.sides}>
          {(["a", "b"] as const).map((side) => (
            <Side
              key={side}
              {...{ side, codes, code, params, flags }}
              choices={choices[side]}
              wrong={wrong[side]}
            />
          ))}
        </div>
        <button type="submit">Compare</button>
        <p className={styles.note}>Bookmark or share this page’s address to come back to this view.</p>
      </form>
    </details>
  );
}

type SideProps = Omit<Props, "wrong" | "choices"> & {
  side: "a" | "b";
  wrong: FieldErrors;
  choices: Numbers["choices"] | undefined;
};

function Side({ side, codes, code, params, wrong, choices, flags }: SideProps) {
  const of = sideOf(params, side);
  const id = (name: string) => `${side}-${name}`;
  const filters = sideChoices(choices, flags);
  return (
    <fieldset className={`${styles.group} ${styles.side}`}>
      <legend>{side.toUpperCase()}</legend>
      <p className={styles.field}>
        <label htmlFor={id("variant")}>Variant</label>
        <select id={id("variant")} name={`${side}.variant`} defaultValue={of.get("variant") ?? code}>
          {codes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        {wrong.variant && <span className={styles.wrong}>{wrong.variant}</span>}
      </p>
      {(["from", "to"] as const).map((name) => (
        <p key={name} className={styles.field}>
          <label htmlFor={id(name)}>{name === "from" ? "From" : "To"}</label>
          <input
            id={id(name)}
            type={wrong[name] ? "text" : "date"}
            name={`${side}.${name}`}
            defaultValue={of.get(name) ?? ""}
            {...(wrong[name] ? { "aria-invalid": true, "aria-describedby": id(`${name}-error`) } : {})}
          />
          {wrong[name] && (
            <span id={id(`${name}-error`)} className={styles.wrong}>
              {wrong[name]}
            </span>
          )}
        </p>
      ))}
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
