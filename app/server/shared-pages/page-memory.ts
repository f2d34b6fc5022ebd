import { type PackedPage, packed, tightlyPacked } from "./packed-page.ts";
import type { SharedPage } from "./shared-page.ts";

/** A page as it was made. */
type MadePage<Body> = {
  body: Body;
  headers: Readonly<Record<string, string>>;
  /** What a request for it is counted as. */
  route: string;
  /** Those who see it get a session with it. */
  beginsSession: boolean;
};
export type KeptPage = MadePage<PackedPage>;

/** Makes a page of which nothing else is known. @returns undefined when it cannot be had just now */
export type MakePage = (page: SharedPage) => Promise<MadePage<Buffer> | undefined>;

/** About 50 KB each; anybody can ask for another landing address or another mix of flags. */
const mostKept = 500;
const dayMs = 24 * 60 * 60 * 1000;

/** Keeps the newest pages. Each is made once, for the first request that wants it. */
export class PageMemory {
  private readonly kept = new Map<string, KeptPage & { isTight?: true }>();
  private readonly underWay = new Map<string, Promise<KeptPage | undefined>>();
  private day = 0;
  private readonly make: MakePage;
  private readonly now: () => number;
  private readonly version: () => number;
  private keptVersion = 0;

  /** @param version grows when pages that were made before say something else */
  constructor(make: MakePage, now: () => number, version: () => number = () => 0) {
    this.make = make;
    this.now = now;
    this.version = version;
  }

  /** @returns undefined when nobody has asked for the page before */
  known(page: SharedPage): KeptPage | undefined {
    // A survey's first page knows what day it is.
    const day = Math.floor(this.now() / dayMs);
    const version = this.version();
    if (day !== this.day || version !== this.keptVersion) this.kept.clear();
    [this.day, this.keptVersion] = [day, version];
    const key = keyOf(page);
    const found = this.kept.get(key);
    if (!found) return undefined;
    if (!found.isTight) this.tighten(found);
    this.kept.delete(key);
    this.kept.set(key, found);
    return found;
  }

  async get(page: SharedPage): Promise<KeptPage | undefined> {
    const key = keyOf(page);
    const made = this.known(page) ?? this.underWay.get(key) ?? this.add(key, page);
    if (made instanceof Promise) this.underWay.set(key, made);
    return made;
  }

  private async add(key: string, page: SharedPage): Promise<KeptPage | undefined> {
    try {
      const version = this.version();
      const made = await this.make(page);
      if (!made) return undefined;
      const kept = { ...made, body: packed(made.body) };
      // Made before the change: for the one who asked, and for nobody else.
      if (version !== this.version()) return kept;
      if (this.kept.size >= mostKept) this.kept.delete(this.kept.keys().next().value!);
      this.kept.set(key, kept);
      return kept;
    } finally {
      this.underWay.delete(key);
    }
  }

  /** Once a page is asked for again: those who ask for each address once shall cost no more than the page. */
  private tighten(page: KeptPage & { isTight?: true }): void {
    page.isTight = true;
    // Those that it has will do, should it fail.
    tightlyPacked(page.body).then(
      (body) => {
        page.body = body;
      },
      () => {},
    );
  }
}

const keyOf = ({ gpc, region, address, arm }: SharedPage) =>
  `${gpc} ${region} ${address}${arm ? ` ${arm.experiment} ${arm.name}` : ""}`;
