import { once } from "node:events";
import { connect, type Socket } from "node:net";

const headEnd = "\r\n\r\n";
const lastChunk = "0\r\n\r\n";

/**
 * One keep-alive connection that sends a ready-made request and waits for the whole answer. It looks at
 * no more of the answer than it must: a client with a parser would be slower than the servers it measures.
 */
export class Connection {
  private readonly socket: Socket;
  private received: Buffer[] = [];
  private finish: (status: number) => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => {
      this.received.push(chunk);
      const status = completed(this.received.length === 1 ? chunk : Buffer.concat(this.received));
      if (status) this.finish(status);
    });
  }

  static async open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    return new Connection(socket);
  }

  /** @returns the status @throws the socket's error, or when the server hangs up */
  send(request: Buffer): Promise<number> {
    this.received = [];
    return new Promise((resolve, reject) => {
      this.finish = (status) => {
        this.socket.off("error", reject).off("end", hangUp);
        resolve(status);
      };
      const hangUp = () => reject(new Error("the server closed the connection"));
      this.socket.once("error", reject).once("end", hangUp).write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }
}

/** The status of a whole answer; undefined while some of it is missing. */
function completed(answer: Buffer): number | undefined {
  const head = answer.indexOf(headEnd);
  if (head < 0) return undefined;
  const headers = answer.toString("latin1", 0, head + 2);
  const length = headers.match(/\r\ncontent-length: (\d+)\r\n/i)?.[1];
  const whole =
    length === undefined
      ? answer.toString("latin1", answer.length - lastChunk.length) === lastChunk
      : answer.length >= head + headEnd.length + Number(length);
  return whole ? Number(headers.slice(9, 12)) : undefined;
}
