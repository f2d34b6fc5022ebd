import type { FoldedPassage } from "../../machines/graph/folded-passages.ts";
import { answerFields } from "../../machines/rules/answers.ts";
import { dwellClass } from "./dwell.ts";

/**
 * One step of a path through the drawn chart. Moves (`edge` and `jump`) name the node that they lead to; the
 * others happen at the node where the visitor is, or a refusal in an older tab at the node that it names.
 */
export type TraceItem =
  | { kind: "edge"; to: string }
  | { kind: "jump"; to: string }
  | { kind: "unmatched"; step: string }
  | { kind: "refused"; fields: string[]; at?: string }
  | { kind: "outcome"; service: string; said: string };

const marks = { edge: ">", jump: "~", unmatched: "!", refused: "-", outcome: "=" } as const;
const kinds = Object.fromEntries(Object.entries(marks).map(([kind, mark]) => [mark, kind]));

/** A visit's path as a short text, equal for equal paths, and the dwell class before each move. */
export function traceOf(passages: readonly FoldedPassage[]): { items: string; dwells: number[] } {
  const dwells: number[] = [];
  let since = passages[0]?.at ?? 0;
  let here = "";
  const items = passages.map((passage) => {
    if (passage.kind === "edge" || passage.kind === "jump") {
      dwells.push(dwellClass(passage.at - since));
      since = passage.at;
      here = passage.to;
    }
    const elsewhere = passage.kind === "refused" && passage.from !== here ? [`^${passage.from}`] : [];
    return marks[passage.kind] + [...wordsOf(passage), ...elsewhere].join(",");
  });
  return { items: items.join(" "), dwells };
}

function wordsOf(passage: FoldedPassage): string[] {
  switch (passage.kind) {
    case "unmatched":
      return [stepName.test(passage.step) ? passage.step : unknown];
    case "refused":
      return passage.fields.map((field) => (isField(field) ? field : unknown));
    case "outcome":
      return [passage.call, passage.said];
    default:
      return [passage.to];
  }
}

/** Steps and fields come from a stored log, possibly of an older version, so only plain names may pass. */
const stepName = /^[A-Za-z{}]{1,60}\d?$/;
const unknown = "unknown";

function isField(name: string): boolean {
  return name === "option" || (answerFields as readonly string[]).includes(name);
}

/** Reads what `traceOf` wrote; items that it does not know are left out. */
export function readTrace(items: string): TraceItem[] {
  return items.split(" ").flatMap((text): TraceItem[] => {
    const words = text.slice(1).split(",");
    const [one = "", other = ""] = words;
    switch (kinds[text.charAt(0)]) {
      case "edge":
        return [{ kind: "edge", to: one }];
      case "jump":
        return [{ kind: "jump", to: one }];
      case "unmatched":
        return [{ kind: "unmatched", step: one }];
      case "refused":
        return [refusedAt(words.filter(Boolean))];
      case "outcome":
        return [{ kind: "outcome", service: one, said: other }];
      default:
        return [];
    }
  });
}

function refusedAt(words: readonly string[]): TraceItem {
  const place = words.find((word) => word.startsWith("^"));
  const fields = words.filter((word) => word !== place);
  return { kind: "refused", fields, ...(place && { at: place.slice(1) }) };
}
