/** Those waiting, in one line for each network. Networks take turns, so that a long line delays only its own. */
export class FairLine<Waiting> {
  /** Lines by network, in the order of their turns. No line is empty. */
  private readonly lines = new Map<string, Waiting[]>();
  private count = 0;

  get length(): number {
    return this.count;
  }

  add(network: string, waiting: Waiting): void {
    const line = this.lines.get(network);
    if (line) line.push(waiting);
    else this.lines.set(network, [waiting]);
    this.count++;
  }

  /** Takes the first request of the next network. @param may whether a network can be served at the moment */
  next(may: (network: string) => boolean): Waiting | undefined {
    for (const [network, line] of this.lines) {
      if (!may(network)) continue;
      this.count--;
      // Behind all others, if more of its own are waiting.
      this.lines.delete(network);
      const first = line.shift();
      if (line.length > 0) this.lines.set(network, line);
      return first;
    }
    return undefined;
  }

  /** Removes the matching ones. */
  remove(leaves: (waiting: Waiting) => boolean): Waiting[] {
    return [...this.lines].flatMap(([network, line]) => {
      const left = line.filter(leaves);
      if (left.length > 0)
        this.keep(
          network,
          line.filter((waiting) => !leaves(waiting)),
        );
      this.count -= left.length;
      return left;
    });
  }

  longest(): { network: string; length: number } {
    const longest = { network: "", length: 0 };
    for (const [network, { length }] of this.lines) {
      if (length > longest.length) Object.assign(longest, { network, length });
    }
    return longest;
  }

  /** Removes this network's latest entry, of those that `may` accepts if there are any. */
  removeLast(network: string, may: (waiting: Waiting) => boolean): Waiting | undefined {
    const line = this.lines.get(network) ?? [];
    const [last] = line.splice(line.findLastIndex(may), 1);
    if (last !== undefined) this.count--;
    this.keep(network, line);
    return last;
  }

  private keep(network: string, line: Waiting[]): void {
    if (line.length > 0) this.lines.set(network, line);
    else this.lines.delete(network);
  }
}
