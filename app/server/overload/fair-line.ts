/** Those who wait, in one line for each network. The networks take turns, so that a long line delays only its own. */
export class FairLine<Waiting> {
  /** By network, in the order of their turns. No line is empty. */
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

  /** Takes the first of the network whose turn it is. @param may whether a network can be served just now */
  next(may: (network: string) => boolean): Waiting | undefined {
    for (const [network, line] of this.lines) {
      if (!may(network)) continue;
      this.count--;
      // Behind all others, if any more of its own wait.
      this.lines.delete(network);
      const first = line.shift();
      if (line.length > 0) this.lines.set(network, line);
      return first;
    }
    return undefined;
  }

  /** Takes out all that `leaves` says. */
  remove(leaves: (waiting: Waiting) => boolean): Waiting[] {
    return [...this.lines.keys()].flatMap((network) => this.removeOf(network, leaves));
  }

  /** Takes out the one who came last, of those that `may` leave, of the longest line. */
  removeLastOfLongest(may: (waiting: Waiting) => boolean): Waiting | undefined {
    let longest: [network: string, line: Waiting[]] | undefined;
    for (const entry of this.lines) if (entry[1].length > (longest?.[1].length ?? 0)) longest = entry;
    const last = longest?.[1].findLast(may);
    if (last !== undefined) this.removeOf(longest![0], (waiting) => waiting === last);
    return last;
  }

  private removeOf(network: string, leaves: (waiting: Waiting) => boolean): Waiting[] {
    const line = this.lines.get(network)!;
    const left = line.filter(leaves);
    if (left.length === 0) return left;
    this.count -= left.length;
    const rest = line.filter((waiting) => !leaves(waiting));
    if (rest.length > 0) this.lines.set(network, rest);
    else this.lines.delete(network);
    return left;
  }
}
