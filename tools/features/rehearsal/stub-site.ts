import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { startStubs } from "../../../test/stubs/run.ts";
import { type Stub, type StubReply, type StubRequest, startStub } from "../../../test/stubs/stub-server.ts";
import { environmentOf } from "../../../test/support/files.ts";

/** What a receiver got of one lead: how often, and its fields. */
export type Received = { receiver: string; times: number; fields: Record<string, unknown> };

/** What stubs answer for: nobody outside of this machine hears of a rehearsal. */
export type StubSite = {
  env: Record<string, string>;
  /** From now on, whose leads come. @param number of the person */
  serve(number: number): void;
  breakServices(isBroken: boolean): void;
  /** What came since the last time: of each message, and how often each service was asked. */
  taken(): { received: Received[]; calls: Record<string, number> };
  stop(): Promise<void>;
};

type Rule = { field?: string; is?: unknown; contains?: unknown };
type Answer = { accepted?: Rule; clean?: Rule; price?: string; id?: string };
type Section = Record<string, unknown>;

/** Sections of an owner's file that say who gets what, for how much and by which rules. The others are the machine's or the console's. */
const rehearsed = [
  "company",
  "survey",
  "sources",
  "destinations",
  "order",
  "order-by",
  "bid-seconds",
  "campaigns",
  "affiliates",
  "scrubs",
  "buyers",
  "pages",
];
/** Receivers that are no web address; a rehearsal writes no letter and no file. */
const local = ["email", "file", "slack"];

const yes = { accepted: { field: "buy", is: "yes" }, price: "price", id: "ref" };
/** A site with buyers of every kind, where no owner's file is given. */
const sample: Section = {
  destinations: {
    north: {
      kind: "json",
      mode: "live",
      url: "https://north.example.com/leads",
      "min-price": 35,
      answer: yes,
      ping: {
        url: "https://north.example.com/ping",
        fields: { state: "state", injured: "physical_injury" },
        answer: yes,
      },
    },
    south: {
      kind: "json",
      mode: "live",
      url: "https://south.example.com/leads",
      answer: yes,
      only: { states: ["CA", "TX"] },
    },
    west: {
      kind: "form",
      mode: "live",
      url: "https://west.example.com/leads",
      price: 40,
      answer: { accepted: { field: "buy", is: "yes" } },
    },
    crm: { kind: "webhook", mode: "live", url: "https://crm.example.com/hook", secrets: [`\${CRM_SECRET}`] },
  },
  order: ["north", "south", "west"],
  affiliates: { "7": { payout: 15 }, "252": { share: "40%" } },
};

/** Starts the stubs of a site. @param file of the owner, whose receivers are then answered for */
export async function startStubSite(file: string | undefined): Promise<StubSite> {
  const stubs = await startStubs({ ports: "any" });
  const { env, stop, ...services } = stubs;
  const messages = new Map<string, Received>();
  /** Who a message is about, by its id: the same at each attempt, however late. */
  const about = new Map<string, number>();
  let person = 0;
  const answers = new Map<string, Answer>();
  const receivers = await startStub((request) => {
    const name = request.path.slice(1);
    const { id, fields } = messageIn(request);
    const key = `${name} ${id}`;
    const number = about.get(id) ?? person;
    about.set(id, number);
    const message = messages.get(key) ?? { receiver: name, times: 0, fields };
    message.times += 1;
    messages.set(key, message);
    return replyOf(name, answers.get(name), number, person);
  });
  const given: Section = file ? parse(readFileSync(file, "utf8"), { stringKeys: true }) : sample;
  const sections = Object.fromEntries(
    rehearsed.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
  const site = redirected(sections, receivers.origin, answers) as Section;
  const checks = [
    "ipqs",
    "zipLookup",
    "gibberish",
    "leadExchange",
    "buyers",
    "mappings",
    "prePopulation",
    "compensation",
  ] as const;
  return {
    env: environmentOf({
      ...env,
      ...secretsIn(sections),
      ...site,
      "delivery.poll-ms": "600000",
      "delivery.contact-ingest-test": "off",
      "limits.posts-per-address": "0",
      "limits.posts-in-all": "0",
      "limits.megabytes-per-address": "0",
      "limits.proof-of-work-cost": "0",
      "survey.prefill-percent": "0",
    }),
    serve(number) {
      person = number;
    },
    breakServices(isBroken) {
      for (const name of checks) services[name].fault = isBroken ? "down" : "ok";
    },
    taken() {
      const calls: Record<string, number> = {};
      const received = [...messages.values()];
      messages.clear();
      for (const [name, stub] of Object.entries(services) as [string, Stub][]) {
        // Progress goes out in batches by the machine's clock: whose it comes with is chance.
        if (stub.requests.length > 0 && name !== "progress") calls[name] = stub.requests.length;
        if (["leadProsper", "ownPosts"].includes(name))
          received.push(...stub.requests.map((each) => ({ receiver: name, times: 1, ...messageIn(each) })));
        stub.requests.length = 0;
      }
      return { received, calls };
    },
    async stop() {
      await receivers.stop();
      await stop();
    },
  };
}

/** A section with each web address replaced by a path of the stub, of which `answers` then knows what it should say. */
function redirected(value: unknown, origin: string, answers: Map<string, Answer>, path = ""): unknown {
  if (typeof value === "string") {
    if (!/^https?:\/\//.test(value)) return value;
    const query = value.includes("?") ? value.slice(value.indexOf("?")) : "";
    return `${origin}/${path.replace(/^destinations\.|\.url$/g, "")}${query}`;
  }
  if (Array.isArray(value))
    return value.map((each, index) => redirected(each, origin, answers, `${path}.${index}`));
  if (value === null || typeof value !== "object") return value;
  const section = value as Section;
  if (section.answer) answers.set(path.replace(/^destinations\./, ""), section.answer as Answer);
  const kept = Object.entries(section).filter(
    ([, each]) => !local.includes(String((each as Section | null)?.kind)),
  );
  return Object.fromEntries(
    kept.map(([name, each]) => [name, redirected(each, origin, answers, path ? `${path}.${name}` : name)]),
  );
}

/** Secrets that the file names, with values of nobody. */
function secretsIn(sections: Section): Record<string, string> {
  const names = [...JSON.stringify(sections).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
  return Object.fromEntries(names.map((name) => [name, `whsec_${btoa(name.padEnd(32, "r"))}`]));
}

/** Two of three take a lead, for a price that is the person's; every tenth names another price than it bid, and prices rise. */
function replyOf(name: string, answer: Answer | undefined, number: number, now: number): StubReply {
  const { accepted, clean, price, id } = answer ?? {};
  const isPing = name.endsWith(".ping");
  const body: Section = {};
  const drawn = createHash("sha256")
    .update(`${name.replace(".ping", "")} ${number}`)
    .digest();
  const takes = drawn[0]! % 3 !== 0;
  if (accepted?.field) put(body, accepted.field, takes ? one(accepted.is) : "no");
  if (clean?.field) put(body, clean.field, one(clean.is));
  const dollars = 25 + (drawn[1]! % 60) + (now > 40 ? 5 : 0);
  if (price) put(body, price, dollars + (!isPing && number % 10 === 0 ? 2.5 : 0));
  if (id) put(body, id, `${name}-${number}`);
  return { body };
}

const one = (value: unknown) => (Array.isArray(value) ? value[0] : value);

function put(body: Section, path: string, value: unknown): void {
  const [name = "", ...rest] = path.split(".");
  if (rest.length === 0) body[name] = value;
  else {
    body[name] ??= {};
    put(body[name] as Section, rest.join("."), value);
  }
}

function messageIn({ headers, body, type, query }: StubRequest): { id: string; fields: Section } {
  const fields: Section = type.includes("json")
    ? JSON.parse(body || "{}")
    : Object.fromEntries(body ? new URLSearchParams(body) : query);
  return {
    id: String(headers["idempotency-key"] ?? headers["webhook-id"] ?? fields.message_id ?? ""),
    fields,
  };
}
