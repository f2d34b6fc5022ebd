/** A request in parts that can be changed each by itself. */
export type Ask = {
  method: string;
  /** As it is in the request line, query included. */
  target: string;
  headers: [name: string, value: string][];
  /** Undefined: a GET. */
  body?: Body;
};
export type Body = { form: [name: string, value: string][] } | { json: unknown };

/** @returns the request's bytes; the connection is to end with its answer */
export function bytesOf({ method, target, headers, body }: Ask): Buffer {
  const content = body && Buffer.from(textOf(body));
  const type = body && ("form" in body ? "application/x-www-form-urlencoded" : "application/json");
  const own: [string, string][] = [
    ["Host", "127.0.0.1"],
    ["Connection", "close"],
    ...(content
      ? ([
          ["Content-Type", type],
          ["Content-Length", String(content.length)],
        ] as [string, string][])
      : []),
  ];
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [...own.filter(([name]) => !given.has(name.toLowerCase())), ...headers];
  const head = [`${method} ${target} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""];
  return Buffer.concat([Buffer.from(head.join("\r\n")), content ?? Buffer.alloc(0)]);
}

function textOf(body: Body): string {
  // What JSON has no word for is left out of it.
  if ("json" in body) return JSON.stringify(body.json) ?? "";
  return new URLSearchParams(body.form).toString();
}
