import { afterEach, beforeEach, expect, vi } from "vitest";

/** A test that prints an error has failed, whatever it asserted. */
beforeEach(() => {
  vi.spyOn(console, "error");
});
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, "console.error was called").toEqual([]);
  vi.mocked(console.error).mockRestore();
});
