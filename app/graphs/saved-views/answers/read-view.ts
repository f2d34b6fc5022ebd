import { dividedBy } from "../../numbers/answers/breakdown/asked-breakdown.ts";
import { askedOf } from "../../numbers/answers/load.ts";
import { sideOf } from "../../numbers/side-of.ts";
import { numberPages } from "../../ui/survey-pages.ts";
import { askedVisits } from "../../visits/asked-visits.ts";
import { longestName, longestQuery } from "../view-link.ts";

/** A text of a form as it is kept, or why it cannot be. */
type Read<Value> = { value: Value; wrong?: undefined } | { wrong: string };

/** The name of a view, its spaces as one each. */
export function nameIn(given: string | undefined): Read<string> {
  const name = (given ?? "").trim().replace(/\s+/g, " ");
  if (name === "") return { wrong: "Give the view a name." };
  if (name.length > longestName) return { wrong: `A name has at most ${longestName} characters.` };
  return { value: name };
}

/** The page of the numbers that is to be saved, and its query as the page reads it. @param code of the survey */
export function pageIn(
  code: string,
  { page = "", query = "" }: { page?: string; query?: string },
): Read<{ page: string; query: string }> {
  if (!numberPages.has(page)) return { wrong: "Only pages with a survey’s numbers can be saved." };
  const params = new URLSearchParams(query);
  // Where a list of visits was left off is no part of what it shows.
  params.delete("older");
  const kept = params.toString();
  if (kept.length > longestQuery)
    return { wrong: `Too many filters to save: the address is over ${longestQuery} characters.` };
  const wrong = Object.values(refusals(code, page, params));
  if (wrong.length > 0) return { wrong: `These filters are not valid: ${wrong.join(" ")}` };
  return { value: { page, query: kept } };
}

/** What the page would not take. */
function refusals(code: string, page: string, params: URLSearchParams): Record<string, string> {
  if (page === "visits") return askedVisits(code, params).wrong;
  if (page !== "numbers/compare")
    return {
      ...askedOf(code, params).wrong,
      ...(page === "numbers/breakdown" && dividedBy(params).wrong),
    };
  const [a, b] = (["a", "b"] as const).map((side) => askedOf(code, sideOf(params, side)).wrong);
  return { ...a, ...b };
}
