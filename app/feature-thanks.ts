import * as callTime from "./features/call-time/thanks.tsx";
import type { ThanksCard } from "./features/feature.ts";
import * as verdicts from "./features/verdicts/thanks.tsx";

/**
 * Features' cards on the thank-you page, a line each. Separate from app/feature-parts.ts, so that a survey's page
 * carries no styles of theirs.
 */
export const featureThanks: readonly ThanksCard[] = [verdicts, callTime];
