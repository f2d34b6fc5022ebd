import parts from "./parts.module.css";

/** What came of a button, for the eyes and for screen readers. */
export function Said({ text, isRefused = false }: { text: string | undefined; isRefused?: boolean }) {
  if (!text) return null;
  return (
    <p role={isRefused ? "alert" : "status"} className={`${parts.said} ${isRefused ? parts.refused : ""}`}>
      {text}
    </p>
  );
}
