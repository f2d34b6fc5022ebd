/** One message as its receiver knows it: by its id, however often it came. */
export type Arrival = { times: number; path: string; fields: Record<string, unknown> };

/** Counts one more arrival; the content is that of the first. */
export function arrive(
  received: Map<string, Arrival>,
  id: string,
  path: string,
  fields: Record<string, unknown>,
): Arrival {
  const arrival = received.get(id) ?? { times: 0, path, fields };
  arrival.times += 1;
  received.set(id, arrival);
  return arrival;
}
