import { languages } from "../../../machines/steps/step.ts";
import type { Variant } from "../../../machines/variant.ts";
import type { Wanted } from "./screen-data.ts";

/** Reads which screens an address wants; what it leaves open is as the variant has it. */
export function wantedIn(query: URLSearchParams, { language }: Pick<Required<Variant>, "language">): Wanted {
  return {
    step: query.get("step") ?? "",
    state: query.get("state") ?? "",
    language: languages.find((each) => each === query.get("language")) ?? language,
    flags: query.get("flags") ?? "",
  };
}
