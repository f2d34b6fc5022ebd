import * as callTime from "./features/call-time/thanks.tsx";
import type { ThanksCard } from "./features/feature.ts";

/** What features show on the page of thanks, a line each. Apart from app/feature-parts.ts, so that a survey's page has no style of it. */
export const featureThanks: readonly ThanksCard[] = [callTime];
