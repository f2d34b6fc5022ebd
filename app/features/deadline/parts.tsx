import type { PageParts } from "../feature.ts";
import { DeadlineForm, deadlinePath } from "./deadline-form.tsx";

export const ToWorkOut: PageParts["ToWorkOut"] = ({ state }) =>
  state ? (
    <DeadlineForm only={state} />
  ) : (
    <p>
      Do you know the date of the crash? <a href={deadlinePath}>Find your last day to file</a> with our
      deadline calculator.
    </p>
  );
