import { describe, expect, it } from "vitest";
import { Admission, type Asking } from "../../../app/server/overload/admission.ts";
import { holds } from "../../support/holds.ts";

/** Time that passes only on request, and turns of the event loop one by one. */
function byHand() {
  let at = 0;
  let turns: (() => void)[] = [];
  let timers: { at: number; then: () => void }[] = [];
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  const admission = new Admission({
    now: () => at,
    onNextTurn: (then) => void turns.push(then),
    after: (ms, then) => void timers.push({ at: at + ms, then }),
  });
  const turn = () => {
    const due = turns;
    turns = [];
    for (const then of due) then();
  };
  const pass = (ms: number) => {
    at += ms;
    const due = timers.filter((timer) => timer.at <= at);
    timers = timers.filter((timer) => timer.at > at);
    for (const { then } of due) then();
  };
  type Request = Partial<Asking> & { ms?: number; ends?: boolean };
  /** @param name begins with its network; `ms` of work at once, and the rest `ends` with it or later */
  const ask = (name: string, { ms = 0, ends: isEnd = true, ...asking }: Request = {}) =>
    admission.ask({
      network: name[0]!,
      connection: {},
      isUnderWay: false,
      patienceMs: 1_000,
      start(done) {
        events.push(name);
        at += ms;
        if (isEnd) done();
        else ends.set(name, done);
      },
      refuse: () => void events.push(`${name} refused`),
      ...asking,
    });
  const happened = () => events.splice(0).join(", ");
  return { admission, ask, turn, pass, happened, end: (name: string) => ends.get(name)!() };
}

/** The loop's turn is used up: everybody else waits. */
function busy() {
  const hand = byHand();
  hand.ask("x", { ms: 5 });
  hand.happened();
  return hand;
}

/** Turns until nobody waits. @returns the started requests, in order */
function served({ admission, turn, happened }: ReturnType<typeof byHand>): string {
  for (let turns = 0; admission.waiting > 0 && turns < 2_000; turns++) turn();
  return happened();
}

describe("a process with time", () => {
  it("works on every request as it comes", () => {
    const { ask, happened } = byHand();
    for (const name of ["a1", "a2", "b1"]) ask(name, { ms: 1 });
    expect(happened()).toBe("a1, a2, b1");
  });

  it("lets other requests go first once one has kept the loop for 5 ms", () => {
    const { ask, turn, happened } = byHand();
    for (const name of ["a1", "a2", "a3", "a4"]) ask(name, { ms: 3 });
    expect(happened()).toBe("a1, a2");
    turn();
    ask("b1");
    turn();
    expect(happened()).toBe("");
    for (const next of ["a3", "b1", "a4"]) {
      turn();
      expect(happened()).toBe(next);
    }
    turn();
    ask("a5");
    expect(happened()).toBe("a5");
  });

  it("accepts requests for 5 ms, and works on meanwhile", () => {
    const { ask, turn, pass, happened } = byHand();
    ask("a1", { ms: 5 });
    for (const name of ["a2", "a3", "a4", "a5", "a6"]) {
      ask(name);
      turn();
      pass(2);
    }
    expect(happened()).toBe("a1, a2");
  });
});

describe("those who wait", holds("T37"), () => {
  const visit = { isUnderWay: true };
  const orders: [rule: string, asked: [string, Partial<Asking>?][], served: string][] = [
    ["go in the order in which they came", [["a1"], ["a2"], ["a3"]], "a1, a2, a3"],
    ["take turns by network", [["a1"], ["a2"], ["a3"], ["b1"], ["c1"], ["b2"]], "a1, b1, c1, a2, b2, a3"],
    ["go later when they have just come", [["a1"], ["b1"], ["a2", visit], ["c1", visit]], "a2, c1, a1, b1"],
    [
      "are not all kept from their turn by visits under way",
      [["n1"], ["n2"], ["a1", visit], ["a2", visit], ["a3", visit], ["a4", visit], ["a5", visit]],
      "a1, a2, a3, n1, a4, a5, n2",
    ],
  ];
  it.each(orders)("%s", (_rule, asked, expected) => {
    const hand = busy();
    for (const [name, asking] of asked) hand.ask(name, asking);
    expect(served(hand)).toBe(expected);
  });

  it("never include a network with sixteen requests in progress", () => {
    const hand = busy();
    for (let page = 1; page <= 18; page++) hand.ask(`a${page}`, { ends: false });
    hand.ask("b1");
    for (let turns = 0; turns < 100; turns++) hand.turn();
    expect(hand.happened()).toMatch(/^a1, b1, .*a16$/);
    hand.end("a3");
    hand.turn();
    expect(hand.happened()).toBe("a17");
    expect(hand.admission.waiting).toBe(1);
  });

  it("never include a network with four in progress while turns of the loop are slow", () => {
    const hand = busy();
    for (const name of ["a1", "a2", "a3", "a4"]) hand.ask(name, { ms: 11, ends: false });
    for (const name of ["a5", "a6", "b1"]) hand.ask(name);
    for (let turns = 0; turns < 6; turns++) hand.turn();
    expect(hand.happened()).toBe("a1, b1, a2, a3, a4");
    hand.turn();
    expect(hand.happened()).toBe("");
    hand.pass(50);
    hand.turn();
    expect(hand.happened()).toBe("a5");
  });

  it("are refused when their time is up, and after four seconds where only a few wait", () => {
    const hand = busy();
    hand.ask("f1");
    hand.pass(3_990);
    expect(hand.happened()).toBe("");
    hand.pass(50);
    expect(hand.happened()).toBe("f1 refused");
    for (let other = 1; other <= 14; other++) hand.ask(`o${other}`, { patienceMs: 9_000 });
    hand.ask("a1");
    hand.ask("a2", { isUnderWay: true });
    hand.ask("a3", { patienceMs: 3_000 });
    hand.pass(960);
    hand.ask("a4");
    expect(hand.happened()).toBe("");
    hand.pass(50);
    expect(hand.happened()).toBe("a2 refused, a1 refused");
    expect(served(hand)).toMatch(/^o1, a3, o2, a4, /);
  });

  it("have one request of a connection in line", () => {
    const hand = busy();
    const [connection, other] = [{}, {}];
    hand.ask("a1", { connection });
    hand.ask("a2", { connection });
    hand.ask("a3", { connection: other });
    expect(hand.happened()).toBe("a2 refused");
    expect(served(hand)).toBe("a1, a3");
    hand.ask("x", { ms: 5 });
    hand.ask("a4", { connection });
    expect(served(hand)).toBe("x, a4");
  });

  it("are refused at once, from the end of the longest queue, when there are more than 2,048", () => {
    const hand = busy();
    hand.ask("b1");
    for (let page = 1; page <= 2_046; page++) hand.ask(`a${page}`, { patienceMs: 9_000 });
    // Who has given an answer is not told to come again.
    hand.ask("a form", { patienceMs: Number.POSITIVE_INFINITY });
    expect(hand.happened()).toBe("");
    hand.ask("b2");
    expect(hand.happened()).toBe("a2046 refused");
    hand.ask("a2047");
    expect(hand.happened()).toBe("a2047 refused");
    hand.ask("v", { isUnderWay: true });
    expect(hand.happened()).toBe("a2045 refused");
    expect(hand.admission.waiting).toBe(2_048);
    expect(served(hand)).toMatch(/^v, b1, a1, b2, a2, /);
  });
});
