/** A finding: `wrong` has to be fixed, a `note` is worth knowing. `text` is a plain sentence. */
export type Finding = { verdict: "ok" | "note" | "wrong"; text: string };

export const ok = (text: string): Finding => ({ verdict: "ok", text });
export const note = (text: string): Finding => ({ verdict: "note", text });
export const wrong = (text: string): Finding => ({ verdict: "wrong", text });
