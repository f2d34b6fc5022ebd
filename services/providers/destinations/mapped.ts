import type { FieldMap } from "../../settings/destinations/shape.ts";

/** A receiver's fields, made of ours as its map says; without a map ours themselves. */
export function mapped(
  ours: Record<string, string>,
  map: FieldMap | undefined,
): Record<string, string | number | boolean> {
  if (!map) return ours;
  return Object.fromEntries(
    Object.entries(map).map(([name, source]) => {
      if ("value" in source) return [name, source.value];
      const value = ours[source.from] ?? "";
      const { values, otherwise } = source;
      if (values && Object.hasOwn(values, value)) return [name, values[value]!];
      return [name, otherwise ?? value];
    }),
  );
}
