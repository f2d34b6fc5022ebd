/** Adds a vendor's script to the page. Whether it comes is seen by what it leaves there, never waited for. */
export function loadScript(src: string | URL, id = ""): void {
  const script = document.createElement("script");
  script.src = String(src);
  script.async = true;
  if (id) script.id = id;
  document.head.append(script);
}
