/** What the rest of the program sees of verification codes in the store. */

export interface PhoneCodes {
  /**
   * Keeps a code in the place of the number's last one.
   * @returns false, and changes nothing, once `mostSends` were put since one was used or the last expired
   */
  put(code: { phone: string; code: string; lifeMs: number; mostSends: number }): Promise<boolean>;
  /** Tries a code; the right one is gone with it. */
  use(tried: {
    phone: string;
    code: string;
    mostChecks: number;
  }): Promise<"approved" | "pending" | "max_attempts_reached" | "expired">;
}

/** Who sends or checks a code; the first two are kept as keyed hashes. */
export type CodeTrier = { phone: string; network: string; sessionId: string };
/** How many tries within `windowMs` each of them may make. */
export type CodeLimits = { windowMs: number; perPhone: number; perNetwork: number; perSession: number };

export interface PhoneCodeTries {
  /**
   * Counts one more try, unless that would be over a limit, or the session sent within `cooldownMs` before:
   * `cooling` then says when, and whether to this number.
   */
  take(
    kind: "send" | "check",
    who: CodeTrier,
    limits: CodeLimits & { cooldownMs?: number },
  ): Promise<
    | { kind: "taken"; id: string; at: number }
    | { kind: "cooling"; at: number; samePhone: boolean }
    | { kind: "overLimit" }
  >;
  /** A code that did not leave holds no other back; its try still counts. */
  failed(id: string): Promise<void>;
}
