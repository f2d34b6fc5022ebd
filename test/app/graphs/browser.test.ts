import { afterEach, expect, it, vi } from "vitest";
import { pickInPlace } from "../../../app/graphs/browser/pick-in-place.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("Back and Forward between selections load the page that the address is of", () => {
  const heard = new Map<string, () => void>();
  const reload = vi.fn();
  vi.stubGlobal("document", { querySelector: () => ({}) });
  vi.stubGlobal("addEventListener", (name: string, hear: () => void) => heard.set(name, hear));
  vi.stubGlobal("location", { reload });
  pickInPlace({} as HTMLElement, { addEventListener() {} } as unknown as SVGSVGElement);
  expect(reload).not.toHaveBeenCalled();
  heard.get("popstate")!();
  expect(reload).toHaveBeenCalledOnce();
});
