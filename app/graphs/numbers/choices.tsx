import type { Choice, Numbers } from "../../../services/analytics/types.ts";
import type { FieldErrors } from "./answers/asked.ts";
import { AllBut, Check, Group } from "./fields.tsx";
import styles from "./filter-form.module.css";
import { dimensionNames, flagPrefix, typedSuffix } from "./names.ts";

/** Longer lists of choices are cut, and have a field to type in. */
const shownChoices = 24;
const keysOf = <Name extends string>(names: Record<Name, string>) => Object.keys(names) as Name[];

type ChoicesProps = { choices: Numbers["choices"] | undefined; params: URLSearchParams; wrong: FieldErrors };

/** A group of boxes for each dimension. Values that are filtered by are always among them, so that they can be unticked. */
export function Choices({ choices, params, wrong }: ChoicesProps) {
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
