import { isDeepStrictEqual } from "node:util";
import { type Fault, faults } from "../stubs/faults.ts";
import { type Site, startSite } from "../support/site.ts";
import { query } from "../support/store-reader.ts";
import { waitFor } from "../support/wait-for.ts";
import { type OutsideCall, outsideCalls, type Walked } from "./calls.ts";
import { walk } from "./walk.ts";

/** Time beyond the stated deadline that a busy machine may take, in milliseconds. */
const leewayMs = 4_000;

export type Cell = {
  call: OutsideCall;
  fault: Fault;
  /** Longest wait for one press, in milliseconds. */
  slowestMs: number;
  /** What does not hold; none for a good cell. */
  wrong: string[];
};

/**
 * Walks a survey for every outside call and every way it can fail, a few sites side by side, then mends everything
 * and sees each kept message arrive.
 * @param onCell is told of each cell as it is known
 */
export async function faultMatrix({
  calls = outsideCalls,
  ways = faults.filter((fault) => fault !== "ok"),
  sites = 3,
  onCell = (_: Cell) => {},
} = {}): Promise<Cell[]> {
  const queue = [...calls].sort((one, other) => other.deadlineMs - one.deadlineMs);
  const cells: Cell[] = [];
  await Promise.all(
    Array.from({ length: sites }, async () => {
      const site = await startSite();
      try {
        const own: (Cell & { leadId?: string })[] = [];
        for (let call = queue.shift(); call; call = queue.shift()) {
          for (const fault of ways) {
            const cell = await tryOne(site, call, fault);
            own.push(cell);
            onCell(cell);
          }
        }
        await seeDelivered(site, own);
        cells.push(...own);
      } finally {
        await site.close();
      }
    }),
  );
  return cells;
}

async function tryOne(site: Site, call: OutsideCall, fault: Fault): Promise<Cell & { leadId?: string }> {
  const stub = call.stub(site.stubs);
  Object.assign(stub, { fault, faultAt: call.at ?? /^/ });
  const asked = stub.requests.length;
  try {
    const { leadId, ...walked } = await walk(site, call);
    const wrong = judge(call, fault, walked);
    if (stub.requests.length === asked && stub.requests.length < 100 && !call.delivers) {
      wrong.push("the service was not asked");
    }
    return { call, fault, slowestMs: walked.slowestMs, wrong, leadId };
  } catch (error) {
    return { call, fault, slowestMs: 0, wrong: [String((error as Error).message)] };
  } finally {
    Object.assign(stub, { fault: "ok", faultAt: /^/ });
  }
}

function judge(call: OutsideCall, fault: Fault, walked: Walked): string[] {
  const wrong: string[] = [];
  const { page = /^\/survey-thank-you\//, deadlineMs, delivers } = call;
  if (!page.test(walked.address)) wrong.push(`ended at ${walked.page}`);
  if (walked.slowestMs > deadlineMs + leewayMs) {
    wrong.push(`waited ${Math.round(walked.slowestMs)} ms, ${deadlineMs} ms are stated`);
  }
  for (const [field, value] of Object.entries(call.record?.(fault) ?? {})) {
    if (isDeepStrictEqual(walked.record[field], value)) continue;
    wrong.push(`${field} is ${JSON.stringify(walked.record[field])}, not ${JSON.stringify(value)}`);
  }
  const status = delivers && walked.messages[delivers]?.status;
  if (delivers && !["waiting", "sending", "delivered"].includes(status ?? "")) {
    wrong.push(`the message to ${delivers} is ${status ?? "missing"}`);
  }
  return wrong;
}

/** With every service well again, all messages of all leads arrive; one that does not is its cell's fault. */
async function seeDelivered(site: Site, cells: (Cell & { leadId?: string })[]): Promise<void> {
  const open = () =>
    query<{ lead_id: string; destination: string; status: string }>(
      site.databaseFile,
      "select lead_id, destination, status from outbox where status <> 'delivered'",
    );
  await waitFor("all messages at their receivers", () => open().length === 0, 120_000).catch(() => {});
  for (const { lead_id, destination, status } of open()) {
    const cell = cells.find(({ leadId }) => leadId === lead_id);
    cell?.wrong.push(`the message to ${destination} never arrived (${status})`);
  }
}
