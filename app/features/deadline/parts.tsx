import { Prose } from "../../site/articles/prose.tsx";
import type { PageParts } from "../feature.ts";
import { DeadlineForm, deadlinePath } from "./deadline-form.tsx";
import { calculatorWords } from "./words/index.ts";

export const ToWorkOut: PageParts["ToWorkOut"] = ({ state }) =>
  state ? (
    <DeadlineForm only={state} />
  ) : (
    <p>
      <Prose
        markup={calculatorWords.inGuides.text}
        facts={{ find: <a href={deadlinePath}>{calculatorWords.inGuides.find}</a> }}
      />
    </p>
  );
