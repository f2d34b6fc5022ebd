/**
 * A post to our own server, which outlives the page if necessary. When the server asks for a proof of work in a flood,
 * that is computed, and the post sent again with it.
 */
export async function post(address: string, init: RequestInit): Promise<Response> {
  for (let more = 2; ; more--) {
    const response = await fetch(address, { method: "POST", keepalive: true, ...init });
    const challenge = response.headers.get("Proof-Of-Work");
    if (!challenge || more === 0 || !(await isProven(challenge))) return response;
  }
}

/** Loaded on demand, which is rare. */
function isProven(challenge: string): Promise<boolean> {
  return import("./prove.ts").then(
    ({ prove }) => prove(challenge),
    () => false,
  );
}
