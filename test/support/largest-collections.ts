import type { SiteProcess } from "./site.ts";

/** Asks a process's inspector. */
type Ask = (method: string, params: object) => Promise<unknown>;

/** What starts a site whose memory can be looked into. */
export const inspected = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

/** Looks into the memory of a site that was started with `inspected`. @returns also what ends that */
export async function lookInto({ output }: Pick<SiteProcess, "output">): Promise<{
  largest(atLeast: number): Promise<Collection[]>;
  close(): void;
}> {
  const [, address] = /Debugger listening on (ws:\S+)/.exec(output())!;
  const socket = new WebSocket(address!);
  await new Promise((open) => socket.addEventListener("open", open));
  const waiting: ((answer: unknown) => void)[] = [];
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result: unknown };
    if (id !== undefined) waiting[id]!(result);
  });
  const ask: Ask = (method, params) =>
    new Promise((answered) => {
      const id = waiting.push(answered) - 1;
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    largest: (atLeast) => largestCollections(ask, atLeast),
    close: () => socket.close(),
  };
}

export type Collection = { kind: "Map" | "Set" | "Array"; size: number; first: string };

/**
 * The maps, sets and arrays of a program that hold the most, those of its libraries too.
 * @param atLeast so many entries
 */
async function largestCollections(ask: Ask, atLeast: number): Promise<Collection[]> {
  const found = await Promise.all(
    (["Map", "Set", "Array"] as const).map((kind) => ofKind(ask, kind, atLeast)),
  );
  return found.flat().sort((one, other) => other.size - one.size);
}

async function ofKind(ask: Ask, kind: Collection["kind"], atLeast: number): Promise<Collection[]> {
  const evaluated = (await ask("Runtime.evaluate", { expression: `${kind}.prototype` })) as {
    result: { objectId: string };
  };
  // What nothing refers to any more is collected before it is counted.
  const { objects } = (await ask("Runtime.queryObjects", {
    prototypeObjectId: evaluated.result.objectId,
    objectGroup: "largest",
  })) as { objects: { objectId: string } };
  // The prototype of a class that extends one of these is listed too, and has no size.
  const counting = `function (atLeast) {
    return this.flatMap((each) => {
      if (Object.hasOwn(each, "constructor")) return [];
      const size = Array.isArray(each) ? each.length : each.size;
      if (!(size >= atLeast)) return [];
      const [first] = Array.isArray(each) ? each : each.keys();
      const name = first !== null && typeof first === "object" ? "{" + Object.keys(first) + "}" : String(first);
      return [{ kind: ${JSON.stringify(kind)}, size, first: name.slice(0, 80) }];
    });
  }`;
  const { result } = (await ask("Runtime.callFunctionOn", {
    objectId: objects.objectId,
    functionDeclaration: counting,
    arguments: [{ value: atLeast }],
    returnByValue: true,
  })) as { result: { value: Collection[] } };
  await ask("Runtime.releaseObjectGroup", { objectGroup: "largest" });
  return result.value;
}
