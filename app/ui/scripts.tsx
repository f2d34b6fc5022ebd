import { UNSAFE_RemixContext } from "@remix-run/react";
import { useContext } from "react";
import { PageShell } from "./page-shell.tsx";

/**
 * The islands' loader, last in the page and, once built, inside it. Remix's own <Scripts> would bring its browser runtime,
 * which doubles the scripts and delays the first paint (ADR 2).
 */
export function Scripts() {
  const { nonce, loader } = useContext(PageShell);
  const remix = useContext(UNSAFE_RemixContext);
  if (!remix) return null;
  if (loader !== null) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built script, run under the page's nonce
    return <script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: loader }} />;
  }
  const { entry, hmr } = remix.manifest;
  return (
    <>
      {hmr?.runtime && <script type="module" nonce={nonce} src={hmr.runtime} />}
      <script type="module" nonce={nonce} src={entry.module} />
    </>
  );
}
