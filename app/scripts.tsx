import { UNSAFE_RemixContext } from "@remix-run/react";
import { useContext } from "react";
import { PageShell } from "./page-shell.tsx";

/**
 * The islands' loader, last on the page. Remix's own <Scripts> would bring its browser runtime,
 * which doubles the scripts and delays the first paint (docs/decisions/002).
 */
export function Scripts() {
  const { nonce } = useContext(PageShell);
  const remix = useContext(UNSAFE_RemixContext);
  if (!remix) return null;
  const { entry, hmr } = remix.manifest;
  return (
    <>
      {hmr?.runtime && <script type="module" nonce={nonce} src={hmr.runtime} />}
      <script type="module" nonce={nonce} src={entry.module} />
    </>
  );
}
