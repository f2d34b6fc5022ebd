import { type ReactNode, useContext } from "react";
import { editorAddress } from "../../ui/editor-address.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import parts from "./parts.module.css";
import { timeOf } from "./time-of.ts";

/** A list of names and values. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={parts.facts}>
      {facts.map(([name, value]) => (
        <div key={typeof value === "string" ? `${name} ${value}` : name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A moment in the site's time zone; its title has it in UTC. @param at epoch milliseconds */
export function Moment({ at }: { at: number }) {
  const { timeZone } = useContext(PageShell);
  return (
    <time dateTime={new Date(at).toISOString()} title={timeOf(at, "UTC")}>
      {timeOf(at, timeZone)}
    </time>
  );
}

/** A file and line; in development, when the project's folder is known, a link that opens it in the editor. */
export function Place({ file, line, root }: { file: string; line: number; root?: string }) {
  const place = (
    <code>
      {file}:{line}
    </code>
  );
  return root ? <a href={editorAddress(root, file, line)}>{place}</a> : place;
}
