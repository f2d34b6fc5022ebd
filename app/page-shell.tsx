import { createContext } from "react";

/** What only the server knows about the page it renders. */
export const PageShell = createContext<{
  nonce: string;
  /** The page's style sheets, to stand in the HTML itself; null in development, where Vite serves them. */
  styles: string | null;
}>({ nonce: "", styles: null });
