import { type InputHTMLAttributes, lazy, Suspense, useRef } from "react";

const withoutMask = { default: () => null };

/** A mask that cannot be loaded is done without: the plain input takes the text as well. */
const TypingMask = lazy(() =>
  import("./typing-mask.tsx").then(
    ({ TypingMask }) => ({ default: TypingMask }),
    () => withoutMask,
  ),
);

type Props = InputHTMLAttributes<HTMLInputElement> & { mask: string; live?: boolean };

/** An input with a mask. The mask joins the same element later, so nothing typed meanwhile is lost. */
export function MaskedInput({ mask, live, ...input }: Props) {
  const ref = useRef<HTMLInputElement>(null);
  return (
    <>
      <input ref={ref} {...input} />
      {live && (
        <Suspense fallback={null}>
          <TypingMask input={ref} mask={mask} />
        </Suspense>
      )}
    </>
  );
}
