/** Words over others: what the upper ones leave out stays as it is under them; null takes it away. A list is one word here. */
export function over<Words extends object>(under: Words, upper: object): Words {
  const merged = { ...under } as Record<string, unknown>;
  for (const [key, value] of Object.entries(upper)) {
    const below = merged[key];
    if (value === null) delete merged[key];
    else merged[key] = isGroup(value) && isGroup(below) ? over(below, value) : value;
  }
  return merged as Words;
}

const isGroup = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
