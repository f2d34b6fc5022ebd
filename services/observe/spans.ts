/** Spans as the rest of the program makes them. Without a tracer they cost nothing and say nothing. */
import { AsyncLocalStorage } from "node:async_hooks";
import { ProviderFailure } from "./provider-failure.ts";

/** Codes, counts and names of our own; never a visitor's text. */
export type Attributes = Record<string, string | number | undefined>;
export type SpanKind = "server" | "client" | "consumer" | "internal";

/** A piece of work under way. */
export type Span = {
  set(attributes: Attributes): void;
  /** The name by which other spans refer to it as their parent (W3C Trace Context). */
  traceparent: string;
  /** @param errorType name of its error */
  end(errorType?: string): void;
};

/** @param parent a span, or the traceparent of one in another process or time */
export type Tracer = {
  begin(name: string, kind: SpanKind, attributes: Attributes, parent: Span | string | undefined): Span;
};

type SpanOptions = { kind: SpanKind; attributes: Attributes; parent?: string | null };

const current = new AsyncLocalStorage<Span | undefined>();
let tracer: Tracer | undefined;

/** Traces from now on; undefined: no more. @public a feature calls it, and no other code where there is none */
export function traceWith(next: Tracer | undefined): void {
  tracer = next;
}

export const isTraced = () => tracer !== undefined;

/** Work that begins a trace, or continues one that began elsewhere. */
export function traced<T>(name: string, { kind, attributes, parent }: SpanOptions, work: () => T): T {
  if (!tracer) return work();
  return within(tracer.begin(name, kind, attributes, parent ?? undefined), work);
}

/** A part of traced work; outside of a trace, such as in polling, it is no span. */
export function span<T>(name: string, attributes: Attributes, work: () => T, kind: SpanKind = "internal"): T {
  const parent = current.getStore();
  if (!tracer || !parent) return work();
  return within(tracer.begin(name, kind, attributes, parent), work);
}

/** Adds attributes to the span of the work under way. */
export function describeSpan(attributes: Attributes): void {
  current.getStore()?.set(attributes);
}

/** The span that the present work is part of. */
export function traceparent(): string | undefined {
  return current.getStore()?.traceparent;
}

function within<T>(begun: Span, work: () => T): T {
  return current.run(begun, () => {
    try {
      const result = work();
      if (!(result instanceof Promise)) {
        begun.end();
        return result;
      }
      result.then(
        () => begun.end(),
        (error) => begun.end(typeOf(error)),
      );
      return result;
    } catch (error) {
      begun.end(typeOf(error));
      throw error;
    }
  });
}

/** Never an error's message, which may quote an answer. */
function typeOf(error: unknown): string {
  if (error instanceof ProviderFailure) return error.kind;
  return error instanceof Error ? error.name : typeof error;
}
