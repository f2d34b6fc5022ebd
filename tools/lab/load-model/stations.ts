/** Things happen in the order of their times. Times are milliseconds. */
export class Clock {
  now = 0;
  /** The next one last. */
  private readonly waiting: { at: number; then: () => void }[] = [];

  after(ms: number, then: () => void): void {
    const at = this.now + ms;
    let [from, to] = [0, this.waiting.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.waiting[middle]!.at > at) from = middle + 1;
      else to = middle;
    }
    this.waiting.splice(from, 0, { at, then });
  }

  /** Lets everything happen until then. */
  runUntil(end: number): void {
    for (let next = this.waiting.at(-1); next && next.at <= end; next = this.waiting.at(-1)) {
      this.waiting.pop();
      this.now = next.at;
      next.then();
    }
    this.now = end;
  }
}

/** What has to be waited for: so many at once are served, the others stand in line. */
export class Station {
  /** Milliseconds of service so far, of all servers together. */
  busyMs = 0;
  private free: number;
  private readonly line: (() => void)[] = [];
  private readonly clock: Clock;

  constructor(clock: Clock, servers: number) {
    this.clock = clock;
    this.free = servers;
  }

  /** Waits for a turn, takes so long, goes on. */
  serve(ms: number, then: () => void): void {
    this.take(() => {
      this.busyMs += ms;
      this.clock.after(ms, () => {
        this.leave();
        then();
      });
    });
  }

  /** Waits for a turn and keeps the server until `leave`. */
  take(then: () => void): void {
    if (this.free === 0) return void this.line.push(then);
    this.free -= 1;
    then();
  }

  leave(): void {
    const next = this.line.shift();
    if (next) next();
    else this.free += 1;
  }
}

/** A disk that keeps with one sync all that waits for it, as a database with group commit does. */
export class GroupCommit {
  busyMs = 0;
  private waiting: (() => void)[] = [];
  private syncing = false;
  private readonly clock: Clock;
  private readonly syncMs: number;

  constructor(clock: Clock, syncMs: number) {
    this.clock = clock;
    this.syncMs = syncMs;
  }

  commit(then: () => void): void {
    this.waiting.push(then);
    if (!this.syncing) this.sync();
  }

  private sync(): void {
    const kept = this.waiting;
    this.waiting = [];
    this.syncing = true;
    this.busyMs += this.syncMs;
    this.clock.after(this.syncMs, () => {
      this.syncing = false;
      if (this.waiting.length > 0) this.sync();
      for (const then of kept) then();
    });
  }
}
