import { UNSAFE_RemixContext } from "@remix-run/react";
import { useContext } from "react";
import { PageShell } from "./page-shell.tsx";

/** A script of our own in the page: a constant whose hash is in the policy. */
export function InlineScript({ code }: { code: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <script dangerouslySetInnerHTML={{ __html: code }} />;
}

/**
 * The islands' loader, last in the page and, once built, inside it. Remix's own <Scripts> would bring its browser runtime,
 * which doubles the scripts and delays the first paint.
 */
export function Scripts() {
  const { loader } = useContext(PageShell);
  const remix = useContext(UNSAFE_RemixContext);
  if (!remix) return null;
  if (loader !== null) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built script, whose hash the policy names
    return <script type="module" dangerouslySetInnerHTML={{ __html: loader }} />;
  }
  const { entry, hmr } = remix.manifest;
  return (
    <>
      {hmr?.runtime && <script type="module" src={hmr.runtime} />}
      <script type="module" src={entry.module} />
    </>
  );
}
