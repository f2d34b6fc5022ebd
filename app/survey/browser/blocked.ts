/**
 * Posts the form on screen, with everything that has not reached the server, where something in the browser blocks
 * scripts' posts; loaded on demand.
 * @returns false where the server cannot be reached at all: the form would take the page away from the visitor
 */
export async function postByForm(waiting?: object[]): Promise<boolean> {
  const reached = fetch("/robots.txt", { method: "HEAD", cache: "no-store" });
  if (!(await reached.then(({ ok }) => ok).catch(() => false))) return false;
  const form = document.getElementById("survey") as HTMLFormElement;
  const hidden = (name: string, value: string) =>
    Object.assign(document.createElement("input"), { type: "hidden", name, value });
  // All answers in one post make a lead at once, and the visit has no name yet if no post got through before.
  const name = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  form.append(hidden("waiting", JSON.stringify(waiting ?? [])), hidden("formName", name));
  form.submit();
  return true;
}
