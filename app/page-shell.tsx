import { createContext } from "react";

/** What only the server knows about the page it renders. */
export const PageShell = createContext<{
  nonce: string;
  /** The page's style sheets, to stand in the HTML itself; null in development, where Vite serves them. */
  styles: string | null;
  /** Path of the page's address. */
  path: string;
  /** Whether the browser sends the Global Privacy Control signal. */
  gpc: boolean;
}>({ nonce: "", styles: null, path: "", gpc: false });
