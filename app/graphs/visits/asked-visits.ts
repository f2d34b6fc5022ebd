import type { Query } from "../../../services/analytics/types.ts";
import { askedBy, type FieldErrors } from "../numbers/answers/asked.ts";

/** Begins the page of a list: visits older than one. */
const olderName = "older";

/**
 * The visits that an address asks for, by the filters of the numbers' page.
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
