import { createContext } from "react";

/** What only the server knows about the page it renders. */
export const PageShell = createContext<{
  nonce: string;
  /** The islands' loader as text, to stand in the HTML itself; null in development, where Vite serves it. */
  loader: string | null;
  /** Path of the page's address. */
  path: string;
  /** Whether the browser sends the Global Privacy Control signal. */
  gpc: boolean;
}>({ nonce: "", loader: null, path: "", gpc: false });
