import type { SurveyEntry } from "../../machines/registry.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import type { Shown } from "./shown-consent.ts";

/** The page that a consent was given on, by the SHA-256 of its HTML in hex, or why none was kept, in a sentence. */
export type KeptPage = { sha256: string } | { none: string };

/**
 * Keeps the page that a visit gives its consent on, without anything of its visitor. Never throws: a lead is not lost for
 * its picture.
 */
export type KeepPage = (entry: SurveyEntry, state: VisitState, shown: Shown) => Promise<KeptPage>;
