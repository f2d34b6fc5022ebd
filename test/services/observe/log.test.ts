import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLog, type LogFields, pathOnly } from "../../../services/observe/log.ts";
import { holds } from "../../support/holds.ts";

function logged(event: string, fields?: LogFields): string {
  const lines: string[] = [];
  createLog(
    (line) => lines.push(line),
    () => new Date("2026-01-02T03:04:05.678Z"),
  )(event, fields);
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

describe("createLog", () => {
  test("writes one JSON line", () => {
    const line = logged("request", {
      requestId: "r-1",
      method: "GET",
      path: "/survey/vw",
      status: 200,
      ms: 3.4,
    });
    expect(line.endsWith("\n")).toBe(true);
    expect(JSON.parse(line)).toEqual({
      at: "2026-01-02T03:04:05.678Z",
      event: "request",
      requestId: "r-1",
      method: "GET",
      path: "/survey/vw",
      status: 200,
      ms: 3,
    });
  });

  test("drops fields that are not on its list", () => {
    const fields = { status: 200, email: "pat@example.com", body: { phone: "2125550142" } } as LogFields;
    expect(Object.keys(JSON.parse(logged("request", fields)))).toEqual(["at", "event", "status"]);
  });

  test.each([
    { step: "pat@example.com" },
    { outcome: "Pat Example" },
    { error: "no such column: 'Pat'" },
    { detail: "Pat was hit" as "stopped" },
    { status: "Pat" as unknown as number },
    { leadId: { toString: () => "Pat" } as unknown as string },
  ])("writes no text that does not look as its field does: %o", (fields) => {
    expect(logged("request", fields)).not.toMatch(/pat/i);
  });

  test("nor as an event", () => {
    expect(JSON.parse(logged("pat@example.com")).event).toBe("?");
  });

  test.each(['"', "\\", "\t"])("a masked address that begins with %j is written as it is", (first) => {
    const fields = { maskedEmail: `${first}***@mail.example`, fault: 'say "x"' };
    expect(JSON.parse(logged("refused", fields))).toMatchObject(fields);
  });

  test("no text breaks out of its line", holds("T24"), () => {
    const anything = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(anything, anything, (text, path) => {
        const line = logged(text, { path, requestId: text, step: text });
        expect(line.slice(0, -1)).not.toMatch(/[\r\n\u2028\u2029]/);
        expect(() => JSON.parse(line)).not.toThrow();
      }),
    );
  });
});

describe("pathOnly", () => {
  test.each([
    ["/thank-you?email=pat@example.com&phone=2125550142", "/thank-you"],
    ["/a#b?c", "/a"],
    ["?q=1", ""],
    ["/pat@example.com/x", "/…/x"],
    ["/call/2125550142", "/call/…"],
    ["/caf%C3%A9", "/…"],
    ["/a\r\nb", "/…"],
    ["/survey/v4nv-es", "/survey/v4nv-es"],
    ["/assets/entry.client-Bx1_9.js", "/assets/entry.client-Bx1_9.js"],
  ])("%j becomes %j", (address, path) => expect(pathOnly(address)).toBe(path));

  test("is short", () => expect(pathOnly("/a".repeat(1000)).length).toBeLessThanOrEqual(200));
});
