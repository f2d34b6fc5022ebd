import type { AnswerRule, FieldMap } from "../../settings/destinations/shape.ts";
import type { DeliveryResult } from "../ports.ts";
import type { Answered } from "./post.ts";

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

/** What the receiver's 2xx means. One that cannot be read is arrival all the same; what it said is kept. */
export function verdictOf({ text, said }: Answered, rule: AnswerRule): DeliveryResult {
  const answer = jsonIn(text);
  const { accepted } = rule;
  if (accepted && answer !== undefined) {
    const value = at(answer, accepted.field);
    const isYes = accepted.is.some((each) => String(each).toLowerCase() === String(value).toLowerCase());
    if (!isYes) return { outcome: "rejected", detail: said };
  }
  const price = rule.price === undefined ? Number.NaN : Number.parseFloat(String(at(answer, rule.price)));
  const id = rule.id === undefined ? undefined : at(answer, rule.id);
  const isId = typeof id === "string" || typeof id === "number";
  return {
    outcome: "accepted",
    detail: said,
    sale: {
      ...(Number.isFinite(price) && { price }),
      ...(isId && { buyerId: String(id).slice(0, 100) }),
    },
  };
}

function jsonIn(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/** The value at `result.lead.id`; only an object's own fields count. */
function at(answer: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      answer,
    );
}
