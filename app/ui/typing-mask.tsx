import { plainDigits } from "../../machines/rules/digits.ts";
import "imask/esm/masked/function";
import "imask/esm/masked/pattern";
import { type MutableRefObject, type RefObject, useMemo } from "react";
import useIMask from "react-imask/hook";
import { PHONE_MASK } from "../../machines/rules/limits.ts";
import { imaskPattern } from "../../machines/rules/mask.ts";

/**
 * Drops a leading "+1", "1" or "001" from text typed or pasted where the number begins. No area code starts with 0 or 1,
 * so it can only be the country code. `before` is what already is in front.
 */
export function withoutCountryCode(typed: string, before: string): string {
  const digits = plainDigits(typed);
  if (/\d/.test(before)) return digits;
  // Key by key, a 0 can only be the beginning of 001.
  return digits.replace(/^(?:\D*(?:00)?1|0$)/, "");
}

const ofPhone = {
  prepare: (typed: string, masked: { value: string }) => withoutCountryCode(typed, masked.value),
};

/** Puts a mask on an input. @param mask in the specification's notation (spec 5.10) */
export function TypingMask({ input, mask }: { input: RefObject<HTMLInputElement>; mask: string }) {
  const options = useMemo(() => ({ ...imaskPattern(mask), ...(mask === PHONE_MASK && ofPhone) }), [mask]);
  useIMask(options, { ref: input as MutableRefObject<HTMLInputElement | null> });
  return null;
}
