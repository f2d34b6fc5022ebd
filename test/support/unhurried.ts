import type { Site } from "./site.ts";
import { sqlOn } from "./store-reader.ts";
import { type Answer, FormVisitor } from "./visitors.ts";

/** A visitor who takes as long as a person, as far as the site knows: haste suggests a program. */
export class UnhurriedVisitor extends FormVisitor {
  private readonly site: Site;
  private hasBegun = false;

  /** @param more headers of every request */
  constructor(site: Site, more: Record<string, string> = {}) {
    super(site.url, (request) => {
      for (const [name, value] of Object.entries(more)) request.headers.set(name, value);
      return fetch(request);
    });
    this.site = site;
  }

  override async post(answer: Answer) {
    const screen = await super.post(answer);
    if (!this.hasBegun) {
      this.hasBegun = true;
      await this.site.stop();
      const newest = "(select id from visits order by created_at desc limit 1)";
      await sqlOn(
        this.site.databaseUrl,
        `update visit_log set at = at - 60000 where seq = 0 and visit_id = ${newest}`,
      );
      // Its memory of the visit is lost with it.
      await this.site.restart();
    }
    return screen;
  }
}
