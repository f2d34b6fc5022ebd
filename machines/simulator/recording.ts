const targets = new WeakMap<object, object>();

/**
 * A value that tells every path read of it, like `answers.at_Fault`; listing its keys reads all of it.
 * @param copies a spread (`{ ...value }`) only passes values on and reads none of them
 */
export function recording<Value extends object>(
  value: Value,
  note: (path: string) => void,
  { path = "", copies = false }: { path?: string; copies?: boolean } = {},
): Value {
  let described: PropertyKey | undefined;
  const recorder = new Proxy(value, {
    get(target, key) {
      const inner = Reflect.get(target, key);
      // A spread asks for each key's descriptor, then for its value.
      const isCopied = copies && described === key;
      described = undefined;
      if (typeof key === "symbol" || typeof inner === "function" || isCopied) return inner;
      const at = path ? `${path}.${key}` : key;
      if (typeof inner === "object" && inner !== null) return recording(inner, note, { path: at, copies });
      note(at);
      return inner;
    },
    getOwnPropertyDescriptor(target, key) {
      described = key;
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys(target) {
      if (!copies) note(path);
      return Reflect.ownKeys(target);
    },
  });
  targets.set(recorder, value);
  return recorder;
}

/** The value itself, where it came back as it was handed out. */
export function unrecorded<Value>(value: Value): Value {
  return (typeof value === "object" && value !== null && (targets.get(value) as Value)) || value;
}

/** What is at a recorded path. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === "") return value;
  return path.split(".").reduce((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}
