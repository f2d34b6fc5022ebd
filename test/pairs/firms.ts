import { type SmtpStub, startSmtp } from "../stubs/smtp.ts";
import { type Stub, type StubReply, type StubRequest, startStub } from "../stubs/stub-server.ts";
import type { Row } from "./parameters.ts";

/** What a buyer wrote down of one question: when, of which lead, and what it answered. */
export type Heard = {
  buyer: "north" | "south";
  about: "bid" | "lead";
  /** Of the message, the same at each attempt. */
  id: string;
  lead: string;
  at: number;
  /** `trouble`: the answer was an error or did not come whole. */
  said: "yes" | "no" | "odd" | "trouble";
  /** What it named, where it can be read as dollars. */
  cents?: number;
  test: boolean;
};

/** What an affiliate was told. */
export type Told = { key: string; event: string; lead: string; payout: number; at: number };

export const cents = {
  agreed: 4_550,
  raised: 5_025,
  south: 3_025,
  price: 4_813,
  less: 1_234,
  more: 7_777,
  high: 6_007,
  low: 2_000,
};
export const dollars = (amount: number) => (amount / 100).toFixed(2);

/** Ordinary words, as long as an answer may be that is read whole. */
const longWords =
  "The lead was taken as agreed, and the office of the firm will call the person within the hour. ".repeat(
    20,
  );

/** Whom the site talks to: buyers, an affiliate, the house, a mail server. All of them write down what they hear. */
export type Firms = {
  heard: Heard[];
  /** What affiliate 252 was told. */
  told: Told[];
  /** What affiliate 7 was told, which brings Ben alone. */
  toldSeven: Told[];
  /** Ids of messages that the house's webhook got. */
  copies: string[];
  /** Leads that a webhook was told to delete. */
  deleted: { by: "north" | "house"; lead: string }[];
  /** Questions about numbers, to which a list answers `clean`, or silently. */
  lists: (StubRequest & { at: number })[];
  /** What came to none of these addresses, such as an ad network's. */
  others: (StubRequest & { at: number })[];
  mail: SmtpStub;
  stub: Stub;
  /** Questions that are not answered yet. */
  busy(): number;
  /** What north's answers to leads wait for. */
  gate: Promise<unknown> | undefined;
  /** True while an answer of north's waits at the gate. */
  isHolding: boolean;
  stop(): Promise<void>;
};

/** @param telling what north calls a lead where its ids tell of their person */
export async function startFirms(row: Row, telling: string): Promise<Firms> {
  let open = 0;
  let ended = () => {};
  const never = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const answers = new Map<string, () => StubReply>();
  const write = (request: StubRequest, heard: Omit<Heard, "at" | "id" | "lead" | "test">) => {
    const { headers, body } = request;
    const [, known = ""] = /"message_id":"([^"]+)"/.exec(body) ?? [];
    const id = String(headers["idempotency-key"] ?? headers["webhook-id"] ?? known);
    const test = /"test":(?:true|"yes")|(?:^|&)test=(?:yes|true)|"lp_action":"test"/.test(body);
    firms.heard.push({ ...heard, id, lead: id.split(".")[0]!, at: Date.now(), test });
  };
  /** How many leads north has been offered, each counted once. */
  const nth = (id: string) => {
    const leads = [...new Set(firms.heard.flatMap((each) => (isLead(each) ? [each.id] : [])))];
    return leads.includes(id) ? leads.indexOf(id) + 1 : leads.length + 1;
  };
  const isLead = ({ buyer, about }: Heard) => buyer === "north" && about === "lead";
  const idIn = ({ headers, body }: StubRequest) =>
    String(headers["idempotency-key"] ?? headers["webhook-id"] ?? /"message_id":"([^"]+)"/.exec(body)?.[1]);

  const northAnswers = (request: StubRequest): StubReply => {
    const id = idIn(request);
    const heard = (said: Heard["said"], named?: number) =>
      write(request, { buyer: "north", about: "lead", said, ...(named !== undefined && { cents: named }) });
    const failures = firms.heard.filter((each) => isLead(each) && each.said === "trouble").length;
    // As long as an order tries one that is merely away.
    const isAway = failures < 2 && (failures > 0 || firms.heard.every((each) => !isLead(each)));
    if (isAway && (row.trouble === "error" || row.trouble === "unauthorized")) {
      heard("trouble");
      return { status: row.trouble === "error" ? 500 : 401, body: {} };
    }
    const isCut = failures === 0 && isAway && row.trouble === "cut";
    // What a message was answered once it is answered again.
    const known = answers.get(id);
    const answer = known ?? newAnswer(id, request.body);
    if (!isCut) answers.set(id, answer);
    if (isCut) heard("trouble");
    const reply = answer();
    if (!isCut) {
      const { buy, price, status } = reply.body as Record<string, string>;
      const named = Number(price);
      heard(
        buy === "yes" || status === "ACCEPTED" || row.kind === "webhook"
          ? "yes"
          : buy === "no" || status === "ERROR"
            ? "no"
            : "odd",
        price === undefined || Number.isNaN(named) ? undefined : Math.round(named * 100),
      );
    }
    return { ...reply, cut: isCut };
  };
  const newAnswer = (id: string, body: string): (() => StubReply) => {
    const words = row.text === "hostile" ? longWords : "thank you";
    // Of every other lead it says the contrary.
    const isOther = nth(id) % 2 === 0 && row.kind !== "webhook";
    const says = !isOther ? row.says : row.says === "no" ? "price" : "no";
    const yes = (more: object = {}) => ({ body: { buy: "yes", words, ref: `n-${nth(id)}`, ...more } });
    if (row.kind === "leadprosper")
      return () =>
        says === "no"
          ? { body: { id: `lp-${nth(id)}`, status: "ERROR", code: 1006, message: "No buyer took the lead" } }
          : { body: { id: `lp-${nth(id)}`, status: "ACCEPTED", code: 0 } };
    const replies: Record<Row["says"], () => StubReply> = {
      yes: () => yes(),
      price: () => yes({ price: dollars(cents.price) }),
      less: () => yes({ price: dollars(cents.less) }),
      more: () => yes({ price: dollars(cents.more) }),
      words: () => yes({ price: "forty dollars" }),
      no: () => ({ body: { buy: "no", words } }),
      odd: () => ({ body: { words: "thank you" } }),
      // Of Ana alone: nobody can know her in what is said of somebody else.
      telling: () =>
        yes({ ...(body.includes("featherstone") && { ref: telling }), price: dollars(cents.price) }),
    };
    return replies[says];
  };
  const bids: Record<Row["ping"], () => StubReply> = {
    none: () => ({ body: {} }),
    unpriced: () => ({ body: { buy: "yes" } }),
    high: () => ({ body: { buy: "yes", price: dollars(cents.high) } }),
    low: () => ({ body: { buy: "yes", price: dollars(cents.low) } }),
    garbage: () => ({ body: { buy: "yes", price: "a lot" } }),
  };
  const isDeletion = (by: "north" | "house", { body }: StubRequest): boolean => {
    if (!body.includes('"type":"lead.deleted"')) return false;
    firms.deleted.push({ by, lead: JSON.parse(body).data.id });
    return true;
  };
  const hears = (messages: Told[], { method, query, body, headers }: StubRequest): StubReply => {
    const fields = Object.fromEntries(method === "GET" ? query : new URLSearchParams(body));
    const { e: event = "", lead = "", p = "" } = fields;
    const payout = Math.round(Number(p) * 100);
    messages.push({ key: String(headers["idempotency-key"]), event, lead, payout, at: Date.now() });
    return { body: {} };
  };
  const asked: Record<string, (request: StubRequest) => StubReply | Promise<StubReply>> = {
    "/north/ping": async (request) => {
      if (
        row.trouble === "slow" &&
        !firms.heard.some(({ buyer, about }) => buyer === "north" && about === "bid")
      ) {
        write(request, { buyer: "north", about: "bid", said: "trouble" });
        open -= 1;
        await never;
        open += 1;
        return { body: {} };
      }
      const named = {
        high: cents.high,
        low: cents.low,
        none: undefined,
        unpriced: undefined,
        garbage: undefined,
      }[row.ping];
      write(request, { buyer: "north", about: "bid", said: "yes", ...(named && { cents: named }) });
      return bids[row.ping]();
    },
    "/north": async (request) => {
      if (isDeletion("north", request)) return { body: {} };
      const reply = northAnswers(request);
      open -= 1;
      firms.isHolding = firms.gate !== undefined;
      await firms.gate;
      firms.isHolding = false;
      open += 1;
      return reply;
    },
    "/south/ping": (request) => {
      write(request, { buyer: "south", about: "bid", said: "yes", cents: cents.south });
      return { body: { buy: "yes", price: dollars(cents.south) } };
    },
    "/south": (request) => {
      const before = firms.heard.filter(({ buyer, about }) => buyer === "south" && about === "lead");
      const known = before.find(({ id }) => id === idIn(request));
      const leads = new Set(before.map(({ id }) => id)).size;
      const said = known?.said ?? (row.second === "no" && leads % 2 === 0 ? "no" : "yes");
      write(request, { buyer: "south", about: "lead", said });
      return { body: { buy: said } };
    },
    "/house": (request) => {
      if (!isDeletion("house", request)) firms.copies.push(String(request.headers["webhook-id"]));
      return { body: {} };
    },
    "/list/clean": (request) => isListed(request, { status: "clean" }),
    "/list/silent": (request) => isListed(request, {}),
    "/affiliate": (request) => hears(firms.told, request),
    "/seven": (request) => hears(firms.toldSeven, request),
  };
  const isListed = (request: StubRequest, body: object): StubReply => {
    firms.lists.push({ ...request, at: Date.now() });
    return { body };
  };
  /** Every program that asks for a token has one. */
  const other = (request: StubRequest): StubReply => {
    if (request.path === "/token") return { body: { access_token: "token", expires_in: 3600 } };
    firms.others.push({ ...request, at: Date.now() });
    return { body: {} };
  };
  const stub = await startStub(async (request) => {
    open += 1;
    try {
      const reply = await (asked[request.path] ?? other)(request);
      return { ...reply, headers: { ...reply.headers, Date: new Date().toUTCString() } };
    } finally {
      open -= 1;
    }
  });
  const mail = await startSmtp();
  if (row.kind === "email" && row.trouble === "error") mail.refusing = new Greylist("north@buyer.example");
  const firms: Firms = {
    heard: [],
    told: [],
    toldSeven: [],
    copies: [],
    deleted: [],
    lists: [],
    others: [],
    mail,
    stub,
    busy: () => open,
    gate: undefined,
    isHolding: false,
    async stop() {
      ended();
      await Promise.all([stub.stop(), mail.stop()]);
    },
  };
  return firms;
}

/** Refuses a mailbox twice, as servers do with senders that they do not know. */
class Greylist extends Map<string, number> {
  private left = 2;
  private readonly address: string;
  constructor(address: string) {
    super();
    this.address = address;
  }
  override get(address: string) {
    return address === this.address && this.left-- > 0 ? 451 : undefined;
  }
}

/** The letters to north as its clerk reads them: one is one lead, taken. */
export function lettersTo({ mail }: Firms, address: string): string[] {
  return mail.letters.filter((_, index) => mail.recipients[index]!.includes(address));
}
