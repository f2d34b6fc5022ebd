import { FairLine } from "./fair-line.ts";

/** How long requests are started as they come, in milliseconds; later ones in the same round have to wait. */
const roundMs = 5;
/**
 * Longest time for accepting requests before the next waiting one is started, in milliseconds: a turn of the loop
 * accepts one new connection, whose network is not known before.
 */
const intakeMs = 5;
/** A round no longer than this leaves nobody waiting. */
const quickMs = 1;
/** How many pages of one network are processed at once, usually and while turns of the loop are slow. */
const mostOfNetwork = { usually: 16, whileSlow: 4 };
const slowTurnMs = 10;
const sweepMs = 50;
/**
 * When no more than this many wait, that is no flood but a process that others keep from the processor: to serve them costs
 * little more than to refuse them, so each is processed within this many milliseconds.
 */
const few = { most: 16, patienceMs: 4_000 };
/**
 * How many requests may wait at once; each is an open connection. A process answers about 900 requests a second, so the
 * last of them waits a little over two seconds. With half as many, a burst was refused pages whose answers were already
 * stored.
 */
const mostWaiting = 2_048;
/** One turn in this many is for newcomers, however many visits are under way. */
const newcomersEvery = 4;

/** A request that wants to be worked on. */
export type Asking = {
  /** The sender's network (`networkOf`). */
  network: string;
  /**
   * The connection, which has one request in line at most. Browsers do not send the next before they have the answer.
   */
  connection: object;
  /** Whether it belongs to a visit under way, which precedes newcomers. */
  isUnderWay: boolean;
  /** @param done to be called when its work has ended */
  start(done: () => void): void;
  /** Answers it at once, with less than it asks for. */
  refuse(): void;
  /** Longest wait in line, if it finds room there. */
  patienceMs: number;
};

type Waiting = Asking & { since: number };

const isImpatient = ({ patienceMs }: Waiting) => patienceMs < Number.POSITIVE_INFINITY;

/** Time as the rule needs it, so that tests can be its master. */
export type Timing = {
  now(): number;
  /** Calls back when the event loop has handled what has arrived meanwhile. */
  onNextTurn(then: () => void): void;
  after(ms: number, then: () => void): void;
};

export const eventLoop: Timing = {
  now: () => performance.now(),
  onNextTurn: (then) => void setImmediate(then),
  after: (ms, then) => void setTimeout(then, ms).unref(),
};

/**
 * Decides which requests are processed, which wait and which are refused. While the event loop's turn has time left
 * every request starts at once. Otherwise each turn starts one of those waiting: visits under way first, networks in
 * rotation. The measure of load is thus time rather than a count: how long the loop's turn has taken, and how long
 * somebody has waited.
 */
export class Admission {
  private readonly underWay = new FairLine<Waiting>();
  private readonly newcomers = new FairLine<Waiting>();
  /** Connections with a request in line. */
  private readonly connections = new WeakSet<object>();
  private readonly atWork = new Map<string, number>();
  /** A round is as many turns of the loop as follow each other with something to do. */
  private roundBegan: number | undefined;
  private hasNextTurn = false;
  /** Whether a request arrived, and whether one was started, since the last turn. */
  private hasCome = false;
  private isWorking = false;
  private intakeBegan = 0;
  private turnBegan = 0;
  private lastTurnMs = 0;
  private started = 0;
  private isSweeping = false;
  private readonly timing: Timing;

  constructor(timing: Timing = eventLoop) {
    this.timing = timing;
  }

  /** How many wait. */
  get waiting(): number {
    return this.underWay.length + this.newcomers.length;
  }

  ask(asking: Asking): void {
    const since = this.timing.now();
    this.hasCome = true;
    const isTime = since - this.goOn(since) < roundMs;
    if (isTime && this.waiting === 0 && this.mayStart(asking.network)) this.start(asking);
    else this.keepWaiting({ ...asking, since });
  }

  private keepWaiting(asking: Waiting): void {
    if (this.connections.has(asking.connection)) return void asking.refuse();
    this.connections.add(asking.connection);
    this.lineOf(asking).add(asking.network, asking);
    if (this.waiting > mostWaiting) this.shorten();
    this.sweepSoon();
  }

  private lineOf({ isUnderWay }: Asking): FairLine<Waiting> {
    return isUnderWay ? this.underWay : this.newcomers;
  }

  private readonly mayStart = (network: string): boolean => {
    const most = this.lastTurnMs > slowTurnMs ? mostOfNetwork.whileSlow : mostOfNetwork.usually;
    return (this.atWork.get(network) ?? 0) < most;
  };

  private start(asking: Asking): void {
    const { network } = asking;
    this.atWork.set(network, (this.atWork.get(network) ?? 0) + 1);
    this.isWorking = true;
    asking.start(() => {
      const left = this.atWork.get(network)! - 1;
      if (left > 0) this.atWork.set(network, left);
      else this.atWork.delete(network);
      if (this.waiting > 0) this.goOn();
    });
  }

  /** Continues this round. @returns when it began */
  private goOn(at = this.timing.now()): number {
    if (this.roundBegan === undefined) this.intakeBegan = this.roundBegan = at;
    if (!this.hasNextTurn) {
      this.timing.onNextTurn(this.nextTurn);
      this.hasNextTurn = true;
      this.turnBegan = at;
    }
    return this.roundBegan;
  }

  private readonly nextTurn = (): void => {
    const at = this.timing.now();
    this.lastTurnMs = at - this.turnBegan;
    this.hasNextTurn = false;
    const { hasCome } = this;
    this.hasCome = false;
    if (this.isWorking) this.intakeBegan = at;
    this.isWorking = false;
    const isIntake = hasCome && at - this.intakeBegan < intakeMs && at - this.roundBegan! > quickMs;
    const isOver = !isIntake && !(this.waiting > 0 && this.startNext());
    if (isOver) this.roundBegan = undefined;
    else this.goOn(at);
  };

  /**
   * @returns false when all waiting requests are of networks at their limit: the end of one of theirs continues the
   * round
   */
  private startNext(): boolean {
    const order = [this.underWay, this.newcomers];
    if (++this.started % newcomersEvery === 0) order.reverse();
    const next = order[0]!.next(this.mayStart) ?? order[1]!.next(this.mayStart);
    if (next === undefined) return false;
    this.connections.delete(next.connection);
    this.start(next);
    return true;
  }

  private refuse(waiting: Waiting): void {
    this.connections.delete(waiting.connection);
    waiting.refuse();
  }

  /** Too many are waiting: the last of those that take up the most room is dropped, and none before it. */
  private shorten(): void {
    const [first, second] = [this.newcomers.longest(), this.underWay.longest()];
    const last =
      first.length >= second.length
        ? this.newcomers.removeLast(first.network, isImpatient)
        : this.underWay.removeLast(second.network, isImpatient);
    if (last) this.refuse(last);
  }

  private sweepSoon(): void {
    if (this.isSweeping) return;
    this.isSweeping = true;
    this.timing.after(sweepMs, () => {
      this.isSweeping = false;
      const now = this.timing.now();
      const least = this.waiting > few.most ? 0 : few.patienceMs;
      const leaves = ({ since, patienceMs }: Waiting) => now - since >= Math.max(patienceMs, least);
      for (const line of [this.underWay, this.newcomers]) {
        for (const waiting of line.remove(leaves)) this.refuse(waiting);
      }
      if (this.waiting === 0) return;
      this.sweepSoon();
      // Turns of the loop may be quick again.
      this.goOn();
    });
  }
}
