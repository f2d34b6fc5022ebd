import { describe, expect, test } from "vitest";
import { createMailDomain, type Dns, isReserved } from "../../../services/providers/email-check.ts";

type Answer = string[] | "ENOTFOUND" | "ENODATA" | "ETIMEOUT" | "ESERVFAIL";

/** A name service that knows the given mail servers and addresses only. */
function dns(mx: Record<string, Answer>, addresses: Record<string, Answer> = {}): Dns & { asked: string[] } {
  const asked: string[] = [];
  const look = async (table: Record<string, Answer>, domain: string) => {
    asked.push(domain);
    const answer = table[domain] ?? "ENOTFOUND";
    if (typeof answer === "string") throw Object.assign(new Error("dns"), { code: answer });
    return answer;
  };
  return {
    asked,
    resolveMx: async (domain) => (await look(mx, domain)).map((exchange) => ({ exchange })),
    resolve4: (domain) => look(addresses, domain),
    resolve6: (domain) => look({ [domain]: "ENODATA" }, domain),
  };
}

const reachable = { "gmail.com": ["mx.gmail.example"] };

describe("createMailDomain", () => {
  test.each<[string, Answer, boolean | undefined]>([
    ["mail servers", ["mx.a.example"], true],
    ["the empty record of a domain without mail", [""], false],
    ["no such domain", "ENOTFOUND", false],
    ["no record at all", "ENODATA", false],
    ["no answer in time", "ETIMEOUT", undefined],
    ["a failing name server", "ESERVFAIL", undefined],
  ])("on %s", async (_, answer, takesMail) => {
    const names = dns({ ...reachable, "a.example": answer }, { "a.example": "ENODATA" });
    expect(await createMailDomain(names)("a.example")).toBe(takesMail);
  });

  test("a domain with an address only takes mail there", async () => {
    const names = dns({ ...reachable, "a.example": "ENODATA" }, { "a.example": ["192.0.2.1"] });
    expect(await createMailDomain(names)("a.example")).toBe(true);
  });

  test("an unsure address look-up settles nothing", async () => {
    const names = dns({ ...reachable, "a.example": "ENODATA" }, { "a.example": "ETIMEOUT" });
    expect(await createMailDomain(names)("a.example")).toBeUndefined();
  });

  test("blocks nobody on a machine that cannot ask outside", async () => {
    expect(await createMailDomain(dns({}))("a.example")).toBeUndefined();
  });

  test("asks once an hour, and again after an unsure answer", async () => {
    let now = 0;
    const names = dns({ ...reachable, "a.test.co": ["mx"], "b.test.co": "ETIMEOUT" });
    const takesMail = createMailDomain(names, () => now);
    const asked = () => names.asked.filter((domain) => domain !== "gmail.com");
    await takesMail("a.test.co");
    await takesMail("a.test.co");
    await takesMail("b.test.co");
    await takesMail("b.test.co");
    expect(asked()).toEqual(["a.test.co", "b.test.co", "b.test.co"]);
    now = 60 * 60 * 1000;
    await takesMail("a.test.co");
    expect(asked()).toHaveLength(4);
  });

  test("leaves DNS alone for a minute when it fails as a whole, and believes nothing that it said", async () => {
    let now = 0;
    const known: Record<string, Answer> = {};
    const names = dns(known);
    const takesMail = createMailDomain(names, () => now);
    expect(await takesMail("a.test.co")).toBeUndefined();
    expect(await takesMail("b.test.co")).toBeUndefined();
    expect(names.asked).toEqual(["a.test.co", "gmail.com"]);
    Object.assign(known, { ...reachable, "a.test.co": ["mx"] });
    now = 60_000;
    expect(await takesMail("a.test.co")).toBe(true);
  });
});

describe("isReserved", () => {
  test.each(["example.com", "mail.example.org", "a.example", "x.test", "localhost"])("%s is", (domain) =>
    expect(isReserved(domain)).toBe(true),
  );
  test.each(["gmail.com", "myexample.com", "example.com.co", "test.com"])("%s is not", (domain) =>
    expect(isReserved(domain)).toBe(false),
  );
});
