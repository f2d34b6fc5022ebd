import type { CallFailure } from "../../machines/context/calls.ts";

/** Why a provider gave no answer, as the charts know it. */
export type FailureKind = CallFailure["kind"];

export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  /** HTTP status, where one was received. */
  readonly status?: number;
  /** The wait that a Retry-After header asked for, in milliseconds. */
  readonly retryAfterMs?: number;
  constructor(kind: FailureKind, message: string, more: { status?: number; retryAfterMs?: number } = {}) {
    super(message);
    this.name = "ProviderFailure";
    this.kind = kind;
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
  }
}
