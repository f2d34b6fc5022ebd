import { complete } from "../machines/features/needs.ts";
import { accounts } from "./features/accounts/feature.ts";
import { alarms } from "./features/alarms/feature.ts";
import { books } from "./features/books/feature.ts";
import { buyerPortal } from "./features/buyer-portal/feature.ts";
import { buyersTerms } from "./features/buyers-terms/feature.ts";
import { callTime } from "./features/call-time/feature.ts";
import { compare } from "./features/compare/feature.ts";
import { deadline } from "./features/deadline/feature.ts";
import { experiments } from "./features/experiments/feature.ts";
import type { PageFeature } from "./features/feature.ts";
import { films } from "./features/films/feature.ts";
import { inspector } from "./features/inspector/feature.ts";
import { invoices } from "./features/invoices/feature.ts";
import { numbers } from "./features/numbers/feature.ts";
import { profit } from "./features/profit/feature.ts";
import { questionCost } from "./features/question-cost/feature.ts";
import { rehearsal } from "./features/rehearsal/feature.ts";
import { returns } from "./features/returns/feature.ts";
import { revocations } from "./features/revocations/feature.ts";
import { screens } from "./features/screens/feature.ts";
import { simulator } from "./features/simulator/feature.ts";
import { terms } from "./features/terms/feature.ts";
import { unsold } from "./features/unsold/feature.ts";
import { verdicts } from "./features/verdicts/feature.ts";
import { whatIf } from "./features/what-if/feature.ts";
import { words } from "./features/words/feature.ts";

/** The features with pages, a line each; services/features.ts has the rest of what they bring. */
const features = {
  simulator,
  inspector,
  numbers,
  questionCost,
  accounts,
  buyersTerms,
  experiments,
  alarms,
  books,
  profit,
  invoices,
  terms,
  revocations,
  returns,
  compare,
  screens,
  whatIf,
  rehearsal,
  films,
  deadline,
  callTime,
  unsold,
  buyerPortal,
  verdicts,
  words,
};

export const pageFeatures: readonly PageFeature[] = complete(Object.values(features), "app/features.ts");

/** Addresses that take posts of features' forms on visitors' pages, without a slash around them. */
export const sitePosts = pageFeatures.flatMap(({ sitePosts = {} }) => Object.keys(sitePosts));
