/** Things happen in the order of their times. Times are milliseconds. */
export class Clock {
  now = 0;
  private readonly heap: { at: number; then: () => void }[] = [];

  after(ms: number, then: () => void): void {
    const { heap } = this;
    heap.push({ at: this.now + ms, then });
    for (let index = heap.length - 1; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (heap[parent]!.at <= heap[index]!.at) break;
      swap(heap, parent, index);
      index = parent;
    }
  }

  /** Lets everything happen until then. */
  runUntil(end: number): void {
    for (let next = this.heap[0]; next && next.at <= end; next = this.heap[0]) {
      this.removeFirst();
      this.now = next.at;
      next.then();
    }
    this.now = end;
  }

  private removeFirst(): void {
    const { heap } = this;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      let least = index;
      if (left < heap.length && heap[left]!.at < heap[least]!.at) least = left;
      if (right < heap.length && heap[right]!.at < heap[least]!.at) least = right;
      if (least === index) return;
      swap(heap, least, index);
      index = least;
    }
  }
}

function swap<Item>(items: Item[], one: number, other: number): void {
  [items[one], items[other]] = [items[other]!, items[one]!];
}

/** What has to be waited for: so many at once are served, the others stand in line. */
export class Station {
  /** Milliseconds of service so far, of all servers together. */
  busyMs = 0;
  private free: number;
  private readonly line: (() => void)[] = [];
  private first = 0;
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
    const next = this.line[this.first];
    if (!next) {
      this.free += 1;
      return;
    }
    this.first += 1;
    if (this.first > 1_000 && this.first * 2 > this.line.length) {
      this.line.splice(0, this.first);
      this.first = 0;
    }
    next();
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
