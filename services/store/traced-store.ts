import { span } from "../observe/tracing/spans.ts";
import type { Store } from "./types.ts";

type Call = (...given: never[]) => unknown;

/** The same store, each call a span of the work it is for. @param kind as OpenTelemetry names databases */
export function tracedStore(store: Store, kind: "sqlite" | "postgresql"): Store {
  const wrap = (name: string, call: Call): Call => {
    const attributes = { "db.system.name": kind, "db.operation.name": name };
    return (...given) => span(`store ${name}`, attributes, () => call(...given), "client");
  };
  const entries = Object.entries(store).map(([name, part]: [string, Call | Record<string, Call>]) => {
    if (typeof part === "function") return [name, wrap(name, part)];
    const calls = Object.entries(part).map(([verb, call]) => [verb, wrap(`${name}.${verb}`, call)]);
    return [name, Object.fromEntries(calls)];
  });
  return Object.fromEntries(entries) as Store;
}
