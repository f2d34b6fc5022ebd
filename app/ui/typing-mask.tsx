import "imask/esm/masked/function";
import "imask/esm/masked/pattern";
import { type MutableRefObject, type RefObject, useEffect, useMemo } from "react";
import useIMask from "react-imask/hook";
import { PHONE_MASK } from "../../machines/rules/limits.ts";
import { imaskPattern } from "../../machines/rules/mask.ts";
import { deletesDigits, withoutCountryCode } from "./phone-digits.ts";

const ofPhone = {
  prepare: (typed: string, masked: { value: string }) => withoutCountryCode(typed, masked.value),
};

/** Puts a mask on an input. @param mask in the specification's notation (spec 5.10) */
export function TypingMask({ input, mask }: { input: RefObject<HTMLInputElement>; mask: string }) {
  const options = useMemo(() => ({ ...imaskPattern(mask), ...(mask === PHONE_MASK && ofPhone) }), [mask]);
  useIMask(options, { ref: input as MutableRefObject<HTMLInputElement | null> });
  useEffect(() => (mask === PHONE_MASK ? deletesDigits(input.current!) : undefined), [input, mask]);
  return null;
}
