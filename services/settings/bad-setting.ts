/** Its message is one sentence that names every bad setting and says what is expected of it. */
export class BadSetting extends Error {
  constructor(faults: string[]) {
    super(`Bad settings: ${faults.join("; ")}.`);
    this.name = "BadSetting";
  }
}
