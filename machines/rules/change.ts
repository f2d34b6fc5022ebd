/** A value that a rule put in place of the visitor's own answer; `raw` is '' where nothing was answered. */
export type Change<Field extends string = string> = {
  field: Field;
  raw: string;
  value: string;
  rule: string;
};
