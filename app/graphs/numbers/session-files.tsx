import { FileLinks } from "../ui/file-links.tsx";
import styles from "./session-files.module.css";
import { listQuery } from "./visits-address.ts";

/** All sessions that a page counts, for other programs. @param query the page's address */
export function SessionFiles({ code, query }: { code: string; query: URLSearchParams }) {
  const asked = listQuery(query);
  return (
    <p className={styles.files}>
      <span>Download these sessions, one per row:</span>
      <FileLinks title="These sessions" at={(format) => `/graphs/${code}/sessions/${format}?${asked}`} />
    </p>
  );
}
