import { createRoot } from "react-dom/client";
import { MaskedInput } from "../../app/ui/masked-input.tsx";

/** A page with nothing but an input for each of these masks, which the test sets. */
declare const masks: string[];

createRoot(document.getElementById("root")!).render(
  <main>
    {masks.map((mask) => (
      <MaskedInput key={mask} mask={mask} live aria-label={mask} />
    ))}
  </main>,
);
