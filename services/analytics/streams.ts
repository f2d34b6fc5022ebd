import type { ReadableStream } from "node:stream/web";

/** Yields the same parts, but makes the first one at once, so that an early failure rejects here. */
export async function begun<Part>(parts: AsyncGenerator<Part>): Promise<AsyncGenerator<Part>> {
  const first = await parts.next();
  return (async function* all() {
    if (first.done) return;
    yield first.value;
    yield* parts;
  })();
}

/** Reads another thread's stream without empty parts. Throws if the thread ends: a plain read would hang. */
export async function* untilEnd(
  parts: ReadableStream<Uint8Array>,
  ended: Promise<never>,
): AsyncGenerator<Uint8Array> {
  const reader = parts.getReader();
  // No `Promise.race` for each part: `ended` lives on and would keep every part in memory.
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
    // Not awaited: the other thread may be gone and never confirm.
    reader.cancel().catch(() => {});
  }
}
