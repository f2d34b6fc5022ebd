/**
 * A post to our own server, which outlives the page if it must. In a flood the server asks for a proof of work: that is
 * done meanwhile, and the post sent again with it.
 */
export async function post(address: string, init: RequestInit): Promise<Response> {
  for (let more = 2; ; more--) {
    const response = await fetch(address, { method: "POST", keepalive: true, ...init });
    const challenge = response.headers.get("Proof-Of-Work");
    if (!challenge || more === 0 || !(await isProven(challenge))) return response;
  }
}

/** Loaded when it is asked for, which is seldom. */
function isProven(challenge: string): Promise<boolean> {
  return import("./prove.ts").then(
    ({ prove }) => prove(challenge),
    () => false,
  );
}
