import { useContext } from "react";
import { PageShell } from "../../ui/page-shell.tsx";
import { timeOf } from "./time-of.ts";

/** A moment in the site's time zone; its title has it in UTC. @param at epoch milliseconds */
export function Moment({ at }: { at: number }) {
  const { timeZone } = useContext(PageShell);
  return (
    <time dateTime={new Date(at).toISOString()} title={timeOf(at, "UTC")}>
      {timeOf(at, timeZone)}
    </time>
  );
}
