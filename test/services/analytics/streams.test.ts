import { ReadableStream } from "node:stream/web";
import { expect, it } from "vitest";
import { begun, untilEnd } from "../../../services/analytics/client.ts";

function promised() {
  let [tell, fail]: [tell: () => void, fail: (reason: Error) => void] = [() => {}, () => {}];
  const promise = new Promise<never>((resolve, reject) => {
    tell = resolve as () => void;
    fail = reject;
  });
  return { promise, tell, fail };
}
const never = new Promise<never>(() => {});
const part = (length: number) => new Uint8Array(length);

it("hands on all parts but the empty ones", async () => {
  const lengths: number[] = [];
  for await (const { length } of untilEnd(ReadableStream.from([part(2), part(0), part(3)]), never))
    lengths.push(length);
  expect(lengths).toEqual([2, 3]);
});

it("fails when the other thread is gone, also in the middle", async () => {
  const ended = promised();
  const silent = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(part(1)) });
  const parts = untilEnd(silent, ended.promise);
  expect((await parts.next()).value).toHaveLength(1);
  const next = parts.next();
  ended.fail(new Error("gone"));
  await expect(next).rejects.toThrow("gone");
  await expect(untilEnd(silent, ended.promise).next()).rejects.toThrow();
});

it("tells the other side when nobody reads on", async () => {
  const cancelled = promised();
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(part(1)),
    cancel: () => cancelled.tell(),
  });
  const parts = untilEnd(endless, never);
  await parts.next();
  await parts.return(undefined);
  await cancelled.promise;
});

it("fails at once with what fails at the beginning", async () => {
  async function* failing(): AsyncGenerator<number> {
    yield await Promise.reject(new Error("no store"));
  }
  await expect(begun(failing())).rejects.toThrow("no store");
});
