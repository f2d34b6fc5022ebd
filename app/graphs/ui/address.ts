/** A page's query with some parameters changed. */
export function addressWith(query: URLSearchParams, change: Record<string, string>): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) changed.set(name, value);
  return `?${changed}`;
}

/** Adds a value to a parameter that can have several; no value appears twice. */
export function addressAlso(query: URLSearchParams, name: string, value: string): string {
  return `?${new URLSearchParams([...without(query, name, value), [name, value]])}`;
}

/** Removes one of a parameter's values. */
export function addressWithout(query: URLSearchParams, name: string, value: string): string {
  return `?${new URLSearchParams(without(query, name, value))}`;
}

function without(query: URLSearchParams, name: string, value: string): [string, string][] {
  return [...query].filter(([other, its]) => other !== name || its !== value);
}

/** A page's query with only some of its parameters. */
export function addressOnly(query: URLSearchParams, ...names: string[]): string {
  return `?${new URLSearchParams([...query].filter(([name]) => names.includes(name)))}`;
}
