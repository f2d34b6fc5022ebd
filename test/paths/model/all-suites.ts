import { variants } from "../../../machines/registry.ts";
import type { Variant } from "../../../machines/variant.ts";
import { type Suite, suitesOf } from "./suite.ts";

/** Each variant with the worlds it can tell apart. */
export const allSuites: readonly { code: string; variant: Required<Variant>; suites: Suite[] }[] = [
  ...variants.values(),
].map((variant) => ({ code: variant.code, variant, suites: suitesOf(variant) }));

/** What is walked in detail: each variant once per behaviour. */
export const newSuites: readonly Suite[] = allSuites.flatMap(({ suites }) =>
  suites.filter(({ isNew }) => isNew),
);

/** Each variant at its first path. */
export const firstSuites: readonly Suite[] = allSuites.map(({ suites }) => suites[0]!);
