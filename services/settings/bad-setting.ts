/** Its message is one sentence that names every bad setting and says what is expected of it. */
export class BadSetting extends Error {
  constructor(faults: string[]) {
    super(`Bad settings: ${faults.join("; ")}.`);
    this.name = "BadSetting";
  }
}

/** Settings of earlier releases that a start must not ignore, and what completes a sentence about each. */
const gone = {
  SHARED_DATABASE_URL:
    "must not be set any more: a site has one database, and without what the groups of visitors shared it could sell a lead twice (docs/scaling.md says under “Groups of earlier releases” how to bring it there)",
};

/** @throws BadSetting when any of them is set */
export function refuseGone(env: Record<string, string | undefined>): void {
  const left = Object.entries(gone).filter(([name]) => env[name]?.trim());
  if (left.length > 0) throw new BadSetting(left.map(([name, why]) => `${name} ${why}`));
}
