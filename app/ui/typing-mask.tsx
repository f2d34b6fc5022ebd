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
  const { maskRef } = useIMask(options, { ref: input as MutableRefObject<HTMLInputElement | null> });
  useEffect(() => (mask === PHONE_MASK ? deletesDigits(input.current!) : undefined), [input, mask]);

  // The mask notes the selection only at a key press. What expanders and form fillers insert comes without one, and
  // would be taken for a part of the text before it.
  useEffect(() => {
    const field = input.current!;
    let isAnnounced = false;
    const announce = () => {
      isAnnounced = true;
      select(field.selectionStart, field.selectionEnd);
    };
    const take = () => {
      if (!isAnnounced) select(0, Infinity);
      isAnnounced = false;
    };
    const select = (start: number | null, end: number | null) => {
      const mask = maskRef.current;
      if (mask) mask._selection = { start: start ?? 0, end: Math.min(end ?? 0, mask.displayValue.length) };
    };
    field.addEventListener("beforeinput", announce);
    field.addEventListener("input", take, { capture: true });
    return () => {
      field.removeEventListener("beforeinput", announce);
      field.removeEventListener("input", take, { capture: true });
    };
  }, [input, maskRef]);
  return null;
}
