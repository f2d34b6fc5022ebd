import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, type RequestListener, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/**
 * Asks a site in this process as visitors do, by the network: what a call from here would reach is not all that answers
 * them. The address of a request says which page, its host is the site's own, and no redirect is followed.
 */
export async function byNetwork(site: RequestListener): Promise<{
  ask: (request: Request) => Promise<Response>;
  close(): Promise<void>;
}> {
  const server = createServer(site);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  return {
    async ask({ method, url, headers: given, body }) {
      const { pathname, search, host } = new URL(url);
      const bytes = body && Buffer.from(await new Response(body).arrayBuffer());
      const length = bytes && { "content-length": bytes.length };
      const headers = { ...Object.fromEntries(given), host, ...length };
      const sent = send({ agent, host: "127.0.0.1", port, method, path: pathname + search, headers });
      const [response] = (await once(sent.end(bytes), "response")) as [IncomingMessage];
      const answer = await buffer(response);
      const said = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      // Some answers may have no body, not even an empty one.
      return new Response(answer.length > 0 ? answer : null, { status: response.statusCode!, headers: said });
    },
    async close() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
