/** Its message is one sentence that names every bad setting and says what is expected of it. */
export class BadSetting extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Bad settings: ${faults.join("; ")}.`);
    this.faults = faults;
    this.name = "BadSetting";
  }
}
