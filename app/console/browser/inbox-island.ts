const everyMs = 1_500;

/**
 * Shows new leads as they arrive: reloads the page while somebody looks at it, and replaces the list where it differs.
 * The keyboard focus stays.
 */
export function mount(place: HTMLElement): void {
  const status = place.querySelector("[data-arrived]")!;
  const look = async () => {
    if (document.visibilityState === "visible") {
      const fresh = await listNow(place.dataset.consolePage!).catch(() => undefined);
      if (fresh) replaceList(place, fresh, status);
    }
    setTimeout(look, everyMs);
  };
  setTimeout(look, everyMs);
}

function replaceList(place: HTMLElement, fresh: Element, status: Element): void {
  const shown = place.querySelector("[data-newest]")!;
  if (fresh.isEqualNode(shown)) return;
  const held = shown.contains(document.activeElement) ? document.activeElement!.getAttribute("href") : null;
  const known = hrefsIn(shown);
  const arrived = [...hrefsIn(fresh)].filter((href) => !known.has(href)).length;
  shown.replaceWith(document.adoptNode(fresh));
  if (held) place.querySelector<HTMLElement>(`a[href="${CSS.escape(held)}"]`)?.focus();
  if (arrived > 0) status.textContent = arrived === 1 ? "1 new lead" : `${arrived} new leads`;
}

function hrefsIn(list: Element): Set<string | null> {
  return new Set([...list.querySelectorAll("a")].map((link) => link.getAttribute("href")));
}

/**
 * Parses a page as the browser itself does: by our policy no script makes a document from a text.
 * @param proof that a page of the console asks (console-access.ts)
 */
function listNow(proof: string): Promise<Element | undefined> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.onload = () => resolve(request.responseXML?.querySelector("[data-newest]") ?? undefined);
    request.onerror = reject;
    request.open("GET", location.href);
    request.setRequestHeader("X-Console-Page", proof);
    request.send();
  });
}
