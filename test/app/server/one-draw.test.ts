import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { answerSharedWith } from "../../../app/server/pages/answer-shared.ts";
import type { KeptPage, SharedPage } from "../../../app/server/pages/page-memory.ts";

const page = {
  body: { identity: Buffer.from("") },
  headers: {},
  route: "",
  beginsSession: true,
} as never as KeptPage;
const armOf = (name: string) => ({ experiment: "e", name, version: "v", flags: "" });

it("a visitor is drawn once, whether or not the page of the arm is in memory", async () => {
  const asked: { arm: string | undefined; session: string }[] = [];
  const cookies: string[] = [];
  const drawn = new Map<string, string>();
  const shared = answerSharedWith({
    sharedPage: () => ({ address: "/survey/c", gpc: false, tried: "/survey/c" }),
    // The page of one arm alone is in memory.
    memory: {
      known: ({ arm }: SharedPage) => (arm?.name === "common" ? page : undefined),
      get: async ({ arm }: SharedPage) => {
        asked.push({ arm: arm?.name, session: [...drawn.keys()].at(-1)! });
        return page;
      },
    } as never,
    readSession: () =>
      ({
        cookieFor(id: string) {
          cookies.push(id);
          return id;
        },
      }) as never,
    services: {
      log: () => {},
      metrics: { requests: { observe: () => {} } },
      settings: {
        trustProxy: 0,
        arms: {
          shownAt: () => [],
          assign: (_path: string, session: string) => {
            drawn.set(session, drawn.size % 2 === 0 ? "rare" : "common");
            return armOf(drawn.get(session)!);
          },
        },
      },
    } as never,
  });
  const response = { writeHead: () => ({ end: () => {} }) } as never as ServerResponse;
  for (let visitor = 0; visitor < 4; visitor++) {
    const request = { url: "/survey/c", method: "GET", headers: {} } as never as IncomingMessage;
    if (!shared.known(request, response)) await shared.made(request, response);
  }
  expect([...drawn.values()]).toEqual(["rare", "common", "rare", "common"]);
  expect(asked.map(({ arm }) => arm)).toEqual(["rare", "rare"]);
  expect(cookies).toEqual([...drawn.keys()]);
});
