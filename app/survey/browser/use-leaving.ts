import { useEffect, useState } from "react";
import { leadReported } from "./effects.ts";

/**
 * Leaves the page once its survey has ended.
 * @param destination undefined while there is nowhere to go
 * @returns true when the browser has kept the page and shows it again
 */
export function useLeaving(destination: string | undefined): boolean {
  const [cameBack, setCameBack] = useState(false);
  useEffect(() => {
    if (destination === undefined) return;
    void leadReported().then(() => location.assign(destination));
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setCameBack(true);
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, [destination]);
  return cameBack;
}
