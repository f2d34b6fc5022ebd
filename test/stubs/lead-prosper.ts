import {
  type Arrival,
  arrive,
  type Stub,
  type StubReply,
  type StubRequest,
  startStub,
} from "./stub-server.ts";

/** `cut` accepts, then drops the connection: delivered, but the answer is lost. */
export const verdicts = ["accept", "duplicate", "reject", "invalid", "bad-key", "cut"] as const;
export type Verdict = (typeof verdicts)[number];

export type LeadProsperStub = Stub & {
  /** Also set from outside by `POST /verdict/<name>`. */
  verdict: Verdict;
  /** What its answers wait for. */
  gate?: Promise<unknown>;
  /** Stored arrivals, by `message_id`; `GET /received` shows them. */
  received: Map<string, Arrival>;
};

type Options = { port?: number; random?: () => number; onLead?: (arrival: Arrival, status: string) => void };

/** LeadProsper's direct post. It knows a message again by its id, as the real one knows an equal lead. */
export async function startLeadProsper({ port, random, onLead }: Options = {}) {
  const stub = (await startStub(answer, port, control, random)) as LeadProsperStub;
  Object.assign(stub, { verdict: "accept", received: new Map() });

  function control({ path }: StubRequest): StubReply | undefined {
    const [, name, value] = path.split("/");
    if (name === "received") return { body: summary(stub.received) };
    if (name !== "verdict") return undefined;
    stub.verdict = verdicts.find((known) => known === value) ?? "accept";
    return { body: { verdict: stub.verdict } };
  }

  async function answer(request: StubRequest): Promise<StubReply> {
    const reply = take(request);
    await stub.gate;
    return reply;
  }

  function take({ path, body }: StubRequest): StubReply {
    const fields = JSON.parse(body) as Record<string, unknown>;
    if (stub.verdict === "invalid") return replies.invalid("");
    if (stub.verdict === "bad-key") return replies["bad-key"]("");
    const id = String(fields.message_id);
    const arrival = arrive(stub.received, id, path, fields);
    const verdict = arrival.times > 1 ? "duplicate" : stub.verdict;
    onLead?.(arrival, verdict);
    return replies[verdict](`lp-${id}`);
  }
  return stub;
}

const replies: { [verdict in Verdict]: (id: string) => StubReply } = {
  accept: (id) => ({ body: { id, lead_id: id, status: "ACCEPTED", code: 0, message: "Lead accepted" } }),
  cut: (id) => ({ ...replies.accept(id), cut: true }),
  duplicate: (id) => ({ body: { id, status: "DUPLICATED", code: 1002, message: "Duplicate lead" } }),
  reject: (id) => ({ body: { id, status: "ERROR", code: 1006, message: "No buyer took the lead" } }),
  invalid: () => ({
    status: 400,
    body: {
      status: "ERROR",
      error_code: 1015,
      message: "Error: lead failed validation",
      error_meta: { provider_name: "Example list", description: "phone" },
    },
  }),
  "bad-key": () => ({ status: 401, body: { status: "ERROR", code: 1001, message: "Unknown supplier" } }),
};

function summary(received: Map<string, Arrival>) {
  const leads = [...received].map(([id, { times, path, fields }]) => ({ id, times, path, fields }));
  return { distinct: leads.length, total: leads.reduce((sum, { times }) => sum + times, 0), leads };
}
