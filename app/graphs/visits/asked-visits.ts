import type { Query } from "../../../services/analytics/types.ts";
import { askedBy, type FieldErrors } from "../numbers/answers/asked.ts";

/** Starts a page of the list: visits older than this one. */
const olderName = "older";

/**
 * Reads from the URL which visits are requested; the filters are those of the numbers page.
 * @param code short code of the variant
 */
export function askedVisits(
  code: string,
  params: URLSearchParams,
): { asked?: Query; older?: number; wrong: FieldErrors } {
  const filters = new URLSearchParams([...params].filter(([name]) => name !== olderName));
  const { asked, wrong } = askedBy(code, filters);
  const given = params.get(olderName);
  if (given !== null && !/^\d{1,16}$/.test(given))
    return { wrong: { ...wrong, [olderName]: "There is no such page of the list." } };
  return { asked: asked?.query, wrong, ...(given !== null && { older: Number(given) }) };
}
