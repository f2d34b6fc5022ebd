import { afterEach, beforeEach, expect, vi } from "vitest";

/** Remix's message about an undecodable address, which the site's own process logs without its words. */
const quoted = /could not be decoded/;

/** A test that prints an error has failed, whatever it asserted. */
beforeEach(() => {
  vi.spyOn(console, "error");
  const { warn } = console;
  vi.spyOn(console, "warn").mockImplementation((...said) => {
    if (!quoted.test(String(said[0]))) warn(...said);
  });
});
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, "console.error was called").toEqual([]);
  vi.mocked(console.error).mockRestore();
  vi.mocked(console.warn).mockRestore();
});
