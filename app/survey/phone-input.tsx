import { type InputHTMLAttributes, lazy, Suspense, useRef } from "react";

const withoutMask = { default: () => null };

/** A mask that cannot be loaded is done without: the plain input takes the number as well. */
const PhoneMask = lazy(() =>
  import("./masked-phone.tsx").then(
    ({ MaskedPhone }) => ({ default: MaskedPhone }),
    () => withoutMask,
  ),
);

type Props = InputHTMLAttributes<HTMLInputElement> & { live?: boolean };

/** A telephone input. The mask joins the same element later, so nothing typed meanwhile is lost. */
export function PhoneInput({ live, ...input }: Props) {
  const ref = useRef<HTMLInputElement>(null);
  return (
    <>
      <input ref={ref} {...input} />
      {live && (
        <Suspense fallback={null}>
          <PhoneMask input={ref} />
        </Suspense>
      )}
    </>
  );
}
