import { describe, expect, it } from "vitest";
import { askedBy } from "../../../../app/features/numbers/answers/asked.ts";
import { sideOf } from "../../../../app/features/numbers/query.ts";

const ask = (search: string) => askedBy("v4nv", new URLSearchParams(search));

describe("a question in an address", () => {
  it("asks for all real visitors by default", () => {
    expect(ask("from=&to=&least=0&paths=&utm_source=x")).toEqual({
      asked: {
        query: { variant: "v4nv", data: undefined, paths: 20, filters: { flags: {}, pace: "people" } },
        measure: "sessions",
        least: 0,
      },
      wrong: {},
    });
  });

  it("refuses a misspelled filter, and suggests the right one", () => {
    expect(ask("affilate=7")).toEqual({
      wrong: { affilate: "There is no filter “affilate”. Did you mean “affiliate”?" },
    });
    expect(ask("source.typed=7").wrong).toHaveProperty(["source.typed"]);
    expect(ask("at=AtFault&find=x&zoom=1&layout=wide").wrong).toEqual({});
  });

  it.each([
    ["flag.tehme=v3", { "flag.tehme": "There is no flag “tehme”. Did you mean “theme”?" }],
    [
      "flag.fontWeight=700",
      { "flag.fontWeight": "fontWeight is never “700”. It is one of default, 500, 600." },
    ],
    ["flag.socialProof=on&flag.experiment=buttons/round", {}],
  ])("refuses a flag that no visit can have: %s", (search, wrong) => {
    expect(ask(search).wrong).toEqual(wrong);
  });

  it("excludes what an inverted filter names, and filters by pace", () => {
    const { asked } = ask("affiliate=666&except=affiliate&flag.theme=v3&except=flag.theme&pace=all");
    expect(asked!.query.filters).toEqual({
      affiliate: ["666"],
      except: ["affiliate", "flag.theme"],
      flags: { theme: ["v3"] },
    });
    expect(ask("pace=fast").asked!.query.filters).toEqual({ flags: {}, pace: "fast" });
    expect(ask("except=afiliate").wrong).toEqual({
      except: "“afiliate” cannot be turned round. Did you mean “affiliate”?",
    });
    expect(ask("pace=slow").wrong).toEqual({ pace: "Choose one of these: people, fast, all." });
  });

  it("takes several values of a filter as alternatives, each once", () => {
    const { asked } = ask(
      "offer=57&offer=&offer.typed=58, 57,&device=phone&flag.theme=v3&flag.theme=default",
    );
    expect(asked!.query.filters).toEqual({
      offer: ["57", "", "58"],
      device: ["phone"],
      flags: { theme: ["v3", "default"] },
      pace: "people",
    });
  });

  it("takes places to pass, to avoid and to end at", () => {
    const { asked } = ask("with=a->b&with=c&without=d&endingAt=e&from=2026-02-28&to=2026-02-28");
    expect(asked!.query.filters).toEqual({
      with: ["a->b", "c"],
      without: ["d"],
      endingAt: ["e"],
      from: "2026-02-28",
      to: "2026-02-28",
      flags: {},
      pace: "people",
    });
  });

  it.each([
    ["from=31.01.2026", "from", "Write the day like this: 2026-01-31."],
    ["to=2026-02-30", "to", "Write the day like this: 2026-01-31."],
    ["from=2026-02-01&to=2026-01-01", "to", "The last day is before the first."],
    ["device=toaster", "device", "Choose one of these: phone, tablet, desktop, other."],
    ["result=won", "result", "Choose one of these: qualified, disqualified, ended, open, underWay."],
    ["data=fake", "data", "Choose one of these: real, simulated, both."],
    ["least=101", "least", "Write a number from 0 to 100."],
    ["least=many", "least", "Write a number from 0 to 100."],
    ["paths=0", "paths", "Write a number from 1 to 500."],
    ["__proto__=1", "name", "There is no filter “__proto__”."],
    ["devise=phone", "devise", "There is no filter “devise”. Did you mean “device”?"],
    ["measure=size", "measure", "Choose one of these: sessions, dropOff, conversion, time."],
  ])("explains what is wrong with %s, at its field", (search, field, words) => {
    const { asked, wrong } = ask(search);
    expect(asked).toBeUndefined();
    expect(wrong).toEqual({ [field]: words });
  });
});

describe("a comparison's address", () => {
  it("asks the same of both sides except where they differ", () => {
    const params = new URLSearchParams(
      "device=phone&from=2026-01-01&a.to=2026-01-31&b.from=2026-02-01&b.to=",
    );
    expect(String(sideOf(params, "a"))).toBe("device=phone&from=2026-01-01&to=2026-01-31");
    expect(String(sideOf(params, "b"))).toBe("device=phone&from=2026-02-01");
  });
});
