import { afterEach, expect, it, vi } from "vitest";
import { pickInPlace } from "../../../app/graphs/browser/pick-in-place.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("Back and Forward between selections load the page of that address", () => {
  const heard = new Map<string, () => void>();
  const reload = vi.fn();
  vi.stubGlobal("document", { querySelector: () => ({}) });
  vi.stubGlobal("addEventListener", (name: string, hear: () => void) => heard.set(name, hear));
  const location = { reload, pathname: "/graphs/c", search: "?at=AtFault" };
  vi.stubGlobal("location", location);
  pickInPlace({} as HTMLElement, { addEventListener() {} } as unknown as SVGSVGElement);
  // Behaves as after a link within the page.
  heard.get("popstate")!();
  expect(reload).not.toHaveBeenCalled();
  location.search = "?at=HasLawyer";
  heard.get("popstate")!();
  expect(reload).toHaveBeenCalledOnce();
});
