import "imask/esm/masked/pattern";
import type { MutableRefObject, RefObject } from "react";
import useIMask from "react-imask/hook";
import { withoutCountryCode } from "./phone-digits.ts";

const phoneMask = {
  mask: "(000) 000-0000",
  prepare: (typed: string, masked: { value: string }) => withoutCountryCode(typed, masked.value),
};

/** Puts the mask (###) ###-#### on a telephone input (specification sections 3.1 and 5.10). */
export function MaskedPhone({ input }: { input: RefObject<HTMLInputElement> }) {
  useIMask(phoneMask, { ref: input as MutableRefObject<HTMLInputElement | null> });
  return null;
}
