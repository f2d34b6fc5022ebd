import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { freePorts } from "../postgres.ts";
import type { StartEngine, Tab, Window } from "./engine.ts";
import { middleOf } from "./puppeteer.ts";

/** Asks for less motion, and takes the edges off the window, which keep it from being as narrow as a phone. */
const gtk = {
  "settings.ini": "[Settings]\ngtk-enable-animations=0\n",
  "gtk.css": "* { min-width: 0; padding: 0; margin: 0; border-width: 0; }\n",
};

/**
 * Starts Debian's WebKitGTK, driven by W3C WebDriver, on a screen of its own. Tests' scripts run even without
 * JavaScript.
 */
export const startWebKit: StartEngine = async ({ scripts }) => {
  const config = mkdtempSync(join(tmpdir(), "webkit-"));
  mkdirSync(join(config, "gtk-3.0"));
  for (const [name, text] of Object.entries(gtk)) writeFileSync(join(config, "gtk-3.0", name), text);
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1400x1300x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [display] = await once(screen.stdio[3] as Readable, "data");
  const [port] = await freePorts(1);
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      XDG_CONFIG_HOME: config,
      NO_AT_BRIDGE: "1",
    },
    stdio: "ignore",
  });
  const send = webDriver(`http://127.0.0.1:${port}`);
  await driverUp(send);
  return {
    open: (window) => openTab(send, window, scripts),
    async close() {
      await ended(driver);
      await ended(screen);
      rmSync(config, { recursive: true, force: true });
    },
  };
};

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill();
  await exit;
}

async function openTab(driver: Send, { width, height }: Window, scripts: boolean): Promise<Tab> {
  const args = [
    "--automation",
    "--javascript-can-open-windows-automatically=true",
    `--enable-javascript-markup=${scripts}`,
  ];
  const { sessionId } = await driver<{ sessionId: string }>("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { args } } },
  });
  const send: Send = (method, path, body) => driver(method, `/session/${sessionId}${path}`, body);
  const first = await send<string>("GET", "/window");
  // A window that a page opens has no toolbar, which is wider than a phone.
  const script = `open("about:blank", "_blank", "width=${width},height=${height},toolbar=no")`;
  await send("POST", "/execute/sync", { script, args: [] });
  const handles = await send<string[]>("GET", "/window/handles");
  await send("POST", "/window", { handle: handles.find((handle) => handle !== first) });
  const tab = tabOf(send);
  await tab.resize({ width, height });
  return tab;
}

/** WebDriver's reference to an element. */
type Found = Record<string, string>;

function tabOf(send: Send): Tab {
  const find = async (selector: string) => {
    const found = await send<Found>("POST", "/element", { using: "css selector", value: selector });
    return `/element/${Object.values(found)[0]}`;
  };
  /** Brought into view first: the driver says of an element just below the window that it cannot be pressed. */
  const press = async (selector: string) => {
    const element = await find(selector);
    await evaluate(intoView, selector);
    await send("POST", `${element}/click`);
  };
  const evaluate: Tab["evaluate"] = (work, argument) => {
    const script = typeof work === "string" ? work : `return (${work})(...arguments)`;
    return send("POST", "/execute/sync", { script, args: [argument ?? null] });
  };
  return {
    evaluate,
    async goto(url) {
      await send("POST", "/url", { url });
      await evaluate(listen);
    },
    resize: (window) => send("POST", "/window/rect", window),
    press,
    async pressTwice(selector) {
      await find(selector);
      const [x, y] = await evaluate(middleOf, selector);
      const click = [
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      const actions = [{ type: "pointerMove", x, y }, ...click, ...click];
      await send("POST", "/actions", { actions: [{ type: "pointer", id: "mouse", actions }] });
    },
    async pressAt(hand, [x, y]) {
      const [down, up] = hand === "keys" ? ["keyDown", "keyUp"] : ["pointerDown", "pointerUp"];
      const pressing = [down, up].map((type) =>
        hand === "keys" ? { type, value: "\uE007" } : { type, button: 0 },
      );
      const source =
        hand === "keys"
          ? { type: "key", id: "keys", actions: pressing }
          : {
              type: "pointer",
              id: hand,
              parameters: { pointerType: hand },
              actions: [{ type: "pointerMove", x, y }, ...pressing],
            };
      await send("POST", "/actions", { actions: [source] });
    },
    async type(selector, text) {
      // The driver types into one part of a date only.
      if (await evaluate(fillDate, { selector, text })) return;
      const field = await find(selector);
      await send("POST", `${field}/clear`);
      await send("POST", `${field}/value`, { text });
    },
    async choose(selector, value) {
      await press(`${selector} option[value="${value}"]`);
    },
    async isHeardAs(selector, role, name) {
      const element = await find(selector);
      const heard = [
        await send("GET", `${element}/computedrole`),
        await send("GET", `${element}/computedlabel`),
      ];
      return JSON.stringify(heard) === JSON.stringify([role, name]);
    },
    async screenshot(path) {
      writeFileSync(path, await send<string>("GET", "/screenshot"), "base64");
    },
    complaints: () => evaluate(() => JSON.parse(sessionStorage.getItem("complaints") ?? "[]") as string[]),
    close: () => send("DELETE", ""),
  };
}

function intoView(selector: string): void {
  document.querySelector(selector)!.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Fills in a field for a date as its picker does. @returns false where it is another field */
function fillDate({ selector, text }: { selector: string; text: string }): boolean {
  const field = document.querySelector<HTMLInputElement>(selector)!;
  if (field.type !== "date") return false;
  // React does not see a value that is set on the element itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, text);
  return field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Keeps what a page complains about from now on, over the loads of further pages: WebDriver has no console. What a
 * policy forbids before that is in the site's log.
 */
function listen(): void {
  const complain = (text: unknown) => {
    const before = JSON.parse(sessionStorage.getItem("complaints") ?? "[]") as string[];
    sessionStorage.setItem("complaints", JSON.stringify([...before, String(text)]));
  };
  addEventListener("error", ({ message }) => complain(message));
  addEventListener("unhandledrejection", ({ reason }) => complain(reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective }) => complain(violatedDirective));
  const { error } = console;
  console.error = (...parts) => {
    complain(parts.join(" "));
    error(...parts);
  };
}

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
