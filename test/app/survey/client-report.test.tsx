import { describe, expect, it } from "vitest";
import { factsFromClient, factsFromForm } from "../../../app/survey/server/client-report.ts";
import { addFact, type Fact, isNewFact } from "../../../machines/visit/facts.ts";
import { settingsOf } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";

const all = settingsOf({
  "scripts.trustedform": "on",
  "scripts.jornaya-campaign": "c",
  "scripts.public-ip": "https://ip.example",
});
const hex = "0123456789abcdef0123456789abcdef01234567";
const trustedFormUrl = `https://cert.trustedform.com/${hex}`;
const leadidToken = "1B6F9C2E-4A3D-4E5F-8A9B-0C1D2E3F4A5B";
const both: Fact = { fact: "certificates", value: { trustedFormUrl, leadidToken } };

describe("what a page's scripts tell", () => {
  it("is stored as facts", holds(486), () => {
    expect(factsFromClient({ trustedFormUrl, leadidToken, publicIp: "203.0.113.7" }, all)).toEqual([
      both,
      { fact: "publicIp", value: { ip: "203.0.113.7" } },
    ]);
    expect(factsFromClient({ publicIp: "2001:db8::1" }, all)).toEqual([
      { fact: "publicIp", value: { ip: "2001:db8::1" } },
    ]);
  });

  it("comes with a plain form, in the inputs that scripts added", () => {
    expect(
      factsFromForm({ xxTrustedFormCertUrl: trustedFormUrl, universal_leadid: leadidToken }, all),
    ).toEqual([both]);
    expect(factsFromForm({ cert: trustedFormUrl }, all)).toEqual([]);
  });

  it.each([
    undefined,
    null,
    "text",
    7,
    [],
    {},
    { trustedFormUrl: "" },
    { trustedFormUrl: [trustedFormUrl] },
    { trustedFormUrl: `https://cert.trustedform.com.evil.example/${hex}` },
    { trustedFormUrl: `https://user@cert.trustedform.com/${hex}` },
    { trustedFormUrl: `http://cert.trustedform.com/${hex}` },
    { trustedFormUrl: `https://cert.trustedform.com:444/${hex}` },
    { trustedFormUrl: `${trustedFormUrl}0` },
    { trustedFormUrl: `${trustedFormUrl}?a=b` },
    { trustedFormUrl: `${trustedFormUrl}#a` },
    { trustedFormUrl: ` ${trustedFormUrl}` },
    { trustedFormUrl: `https://cert.trustedform.com/a/../${hex}` },
    { leadidToken: "not-a-guid" },
    { leadidToken: `${leadidToken}\n` },
    { leadidToken: { value: leadidToken } },
    { publicIp: "203.0.113.256" },
    { publicIp: "example.com" },
    { publicIp: 3405803783 },
  ])("is ignored when it is %j", (reported) => {
    expect(factsFromClient(reported, all)).toEqual([]);
  });

  it("is ignored where it was not asked for", () => {
    const reported = { trustedFormUrl, leadidToken, publicIp: "203.0.113.7" };
    expect(factsFromClient(reported, settingsOf({}))).toEqual([]);
    expect(factsFromClient(reported, settingsOf({ "scripts.jornaya-campaign": "c" }))).toEqual([
      { fact: "certificates", value: { trustedFormUrl: "", leadidToken } },
    ]);
  });
});

describe("certificates that are reported one by one", () => {
  const reported = (value: Partial<{ trustedFormUrl: string; leadidToken: string }>): Fact => ({
    fact: "certificates",
    value: { trustedFormUrl: "", leadidToken: "", ...value },
  });

  it("accumulate, and the latest of each counts", () => {
    const one = addFact({}, reported({ trustedFormUrl: "a" }));
    const two = addFact(one, reported({ leadidToken: "t" }));
    expect(two.certificates).toEqual({ trustedFormUrl: "a", leadidToken: "t" });
    expect(addFact(two, reported({ trustedFormUrl: "b" })).certificates).toEqual({
      trustedFormUrl: "b",
      leadidToken: "t",
    });
  });

  it("are news when they change something known", () => {
    const known = addFact({}, reported({ trustedFormUrl: "a", leadidToken: "t" }));
    expect(isNewFact(known, reported({ trustedFormUrl: "a" }))).toBe(false);
    expect(isNewFact(known, reported({}))).toBe(false);
    expect(isNewFact(known, reported({ trustedFormUrl: "b" }))).toBe(true);
    expect(isNewFact({}, reported({ leadidToken: "t" }))).toBe(true);
  });
});
