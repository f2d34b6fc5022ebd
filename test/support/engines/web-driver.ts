import { setTimeout } from "node:timers/promises";

/** Sends one command of W3C WebDriver. @throws an Error with what the driver says is wrong */
export type Send = <Value = void>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
) => Promise<Value>;

/** Longest wait for one command, in milliseconds: a driver that hangs would take the test with it. */
const longestMs = 60_000;

/** Speaks to the driver at this address; the packages that do it bring a hundred others. */
export function webDriver(origin: string): Send {
  return async (method, path, body = method === "POST" ? {} : undefined) => {
    const sent = body && JSON.stringify(body);
    const signal = AbortSignal.timeout(longestMs);
    const response = await fetch(origin + path, { method, body: sent, signal }).catch((cause) => {
      throw new Error(`the driver has not answered ${method} ${path} ${sent?.slice(0, 200)}`, { cause });
    });
    const { value } = (await response.json()) as { value: never };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

/** Waits until a driver that has been started answers. */
export async function driverUp(send: Send): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await send("GET", "/status").then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await setTimeout(50);
  }
  throw new Error("the driver does not answer");
}
