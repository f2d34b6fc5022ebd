import type { ReadableStream } from "node:stream/web";

/** The same parts; the first is made at once, so that what fails at the beginning fails here. */
export async function begun<Part>(parts: AsyncGenerator<Part>): Promise<AsyncGenerator<Part>> {
  const first = await parts.next();
  return (async function* all() {
    if (first.done) return;
    yield first.value;
    yield* parts;
  })();
}

/** What another thread sends, without empty parts. A stream whose thread is gone would be waited for without end. */
export async function* untilEnd(
  parts: ReadableStream<Uint8Array>,
  ended: Promise<never>,
): AsyncGenerator<Uint8Array> {
  const reader = parts.getReader();
  // Not raced against the end part by part: a promise that lasts would hold every part that it lost to.
  let [failed, giveUp]: [failed: boolean, giveUp: (reason: unknown) => void] = [false, () => {}];
  ended.catch((reason: unknown) => {
    failed = true;
    giveUp(reason);
  });
  try {
    for (;;) {
      const { done, value } = await new Promise<Awaited<ReturnType<typeof reader.read>>>(
        (resolve, reject) => {
          giveUp = reject;
          if (failed) resolve(ended);
          else reader.read().then(resolve, reject);
        },
      );
      if (done) return;
      if (value.length > 0) yield value;
    }
  } finally {
    giveUp = () => {};
    // Not waited for: who reads no more is not told when the other side has heard of it.
    reader.cancel().catch(() => {});
  }
}
