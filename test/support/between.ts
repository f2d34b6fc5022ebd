import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";

/** What is between a browser and the site, and what becomes of posts there. */
export type Between = {
  url: string;
  /** Answers posts with this status in the site's place. */
  status?: number;
  /** Hands posts on, but their answers are lost. */
  losesAnswers?: boolean;
  /** Holds posts back: they get no answer. */
  isSilent?: boolean;
  /** Posts so far. */
  posts: number;
  close(): void;
};

/** Starts it in front of a site. All requests go through unless it says otherwise. */
export async function between(site: string): Promise<Between> {
  const listener: RequestListener = (asked, answer) => {
    if (asked.method === "POST") {
      front.posts += 1;
      if (front.isSilent) return;
      if (front.status) return void answer.writeHead(front.status).end();
    }
    const { method, headers, url } = asked;
    const isLost = asked.method === "POST" && front.losesAnswers;
    const onAnswer = (given: IncomingMessage) => {
      if (isLost) return void given.on("end", () => answer.destroy()).resume();
      answer.writeHead(given.statusCode!, given.headers);
      given.pipe(answer);
    };
    const onward = request(new URL(url!, site), { method, headers }, onAnswer);
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  };
  const server = createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const front: Between = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    posts: 0,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return front;
}
