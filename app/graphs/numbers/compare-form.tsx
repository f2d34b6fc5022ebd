import type { Numbers } from "../../../services/analytics/types.ts";
import controls from "../ui/controls.module.css";
import type { FieldErrors } from "./answers/asked.ts";
import styles from "./filter-form.module.css";
import { flagPrefix } from "./names.ts";
import { sideOf } from "./side-of.ts";

type Props = {
  /** Short codes of all variants. */
  codes: readonly string[];
  code: string;
  params: URLSearchParams;
  wrong: { a: FieldErrors; b: FieldErrors };
  /** Flags that visits differ by, with their values. */
  flags: Numbers["choices"]["flags"];
};

/** Two sides: another variant, another period, another value of a flag. Whatever else the address asks holds for both. */
export function CompareForm({ codes, code, params, wrong, flags }: Props) {
  const kept = [...params].filter(([name]) => !/^[ab]\./.test(name));
  return (
    <form className={`${styles.form} ${controls.controls}`} aria-label="What to compare">
      {kept.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may be there several times
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.groups}>
        {(["a", "b"] as const).map((side) => (
          <Side key={side} {...{ side, codes, code, params, flags }} wrong={wrong[side]} />
        ))}
      </div>
      <button type="submit">Compare</button>
    </form>
  );
}

type SideProps = Omit<Props, "wrong"> & { side: "a" | "b"; wrong: FieldErrors };

function Side({ side, codes, code, params, wrong, flags }: SideProps) {
  const of = sideOf(params, side);
  const id = (name: string) => `${side}-${name}`;
  return (
    <fieldset className={styles.group}>
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
      {Object.entries(flags)
        .filter(([, values]) => values.length > 1)
        .map(([flag, values]) => (
          <p key={flag} className={styles.field}>
            <label htmlFor={id(flag)}>Flag {flag}</label>
            <select
              id={id(flag)}
              name={`${side}.${flagPrefix}${flag}`}
              defaultValue={of.get(flagPrefix + flag) ?? ""}
            >
              <option value="">any</option>
              {values.map(({ value }) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          </p>
        ))}
    </fieldset>
  );
}
