import { useContext } from "react";
import { PageShell } from "./page-shell.tsx";

/** The page's style sheets inside the page: nothing but the HTML is needed for the first paint. */
export function Styles() {
  const { nonce, styles } = useContext(PageShell);
  if (styles === null) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built CSS; as children React would escape its ">"
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles }} />;
}
