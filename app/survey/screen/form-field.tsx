import type { Answers } from "../../../machines/answers.ts";
import type { Wording } from "../../../machines/messages/wording.ts";
import { TextField } from "../../ui/text-field.tsx";
import { chosenOption } from "./chosen-option.ts";
import { DescriptionField } from "./description-field.tsx";
import type { WordedField } from "./page-data.ts";
import { RadioField } from "./radio-field.tsx";
import { SelectField } from "./select-field.tsx";

/** A longer list than this is folded into a native select. */
const mostRadios = 4;

type Props = { field: WordedField; values: Answers; error?: string; words: Wording; live: boolean };

/** One field of a step, by its kind. */
export function FormField({ field, values, error, words, live }: Props) {
  const { name, kind, label, hint, options = [], onlyWhen, autocomplete, mask } = field;
  const required = field.required !== false && !onlyWhen;
  const common = { name, label, hint, error, required };
  switch (kind) {
    case "select": {
      // What was recorded comes first; a refused post is shown as it was sent.
      const chosen = chosenOption(options, values)?.value ?? values[name];
      return options.length > mostRadios ? (
        <SelectField {...common} options={options} chosen={chosen} selectOne={words.selectOne} />
      ) : (
        <RadioField {...common} options={options} chosen={chosen} />
      );
    }
    case "description":
      return <DescriptionField {...common} value={values[name]} live={live} words={words} />;
    default:
      return (
        <TextField
          {...common}
          {...{ kind, autocomplete, mask, live }}
          value={values[name]}
          suggests={live ? "button" : "submit"}
        />
      );
  }
}
