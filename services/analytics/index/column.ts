type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** A list of small numbers that grows; loops read `values` up to `length`. */
export class Column<Values extends Numbers> {
  values: Values;
  length = 0;
  private readonly make: (length: number) => Values;

  constructor(make: (length: number) => Values) {
    this.make = make;
    this.values = make(1024);
  }

  push(value: number): void {
    this.set(this.length, value);
  }

  /** Sets one value; what lies between it and the end so far is 0. */
  set(at: number, value: number): void {
    this.reserve(at + 1);
    this.values[at] = value;
    if (at >= this.length) this.length = at + 1;
  }

  append(values: ArrayLike<number>): void {
    this.reserve(this.length + values.length);
    this.values.set(values, this.length);
    this.length += values.length;
  }

  private reserve(length: number): void {
    if (length <= this.values.length) return;
    const grown = this.make(Math.max(length, Math.ceil(this.values.length * 1.5)));
    grown.set(this.values);
    this.values = grown;
  }
}

export const bytes = () => new Column((length) => new Uint8Array(length));
export const shorts = () => new Column((length) => new Uint16Array(length));
export const words = () => new Column((length) => new Uint32Array(length));

/** Numbers texts (or other keys) from 0, in the order in which they came. */
export class Dictionary<Key = string> {
  readonly texts: Key[] = [];
  private readonly ids = new Map<Key, number>();

  idOf(text: Key): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    this.ids.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  find(text: Key): number | undefined {
    return this.ids.get(text);
  }
}
