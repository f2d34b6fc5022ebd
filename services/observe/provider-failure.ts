/** Why a provider gave no answer. `timeout` is told apart because path tests and logs name it. */
export type FailureKind = "timeout" | "unavailable" | "refused" | "garbage";

export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  /** HTTP status, where one was received. */
  readonly status?: number;
  /** From a Retry-After header, in milliseconds. */
  readonly retryAfterMs?: number;
  constructor(kind: FailureKind, message: string, more: { status?: number; retryAfterMs?: number } = {}) {
    super(message);
    this.name = "ProviderFailure";
    this.kind = kind;
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
  }
}
