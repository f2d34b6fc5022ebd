/**
 * Posts the form on screen, with all that has not reached the server, where something in the browser blocks the posts of
 * scripts; loaded when it is needed.
 * @returns false where the server cannot be reached at all: the form would take the page away from the visitor
 */
export async function postByForm(waiting?: object[]): Promise<boolean> {
  const reached = fetch("/robots.txt", { method: "HEAD", cache: "no-store" });
  if (!(await reached.then(({ ok }) => ok).catch(() => false))) return false;
  const form = document.getElementById("survey") as HTMLFormElement;
  const field = Object.assign(document.createElement("input"), {
    type: "hidden",
    name: "waiting",
    value: JSON.stringify(waiting ?? []),
  });
  form.append(field);
  form.submit();
  return true;
}
