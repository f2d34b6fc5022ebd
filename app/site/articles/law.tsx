import { addressOf } from "../content/cited.ts";

/** A law by its citation; a section of the codes of Texas and California leads to the state's own text of it. */
export function Law({ law }: { law: string }) {
  const address = addressOf(law);
  const text = law.replace("§ ", "§\u00a0");
  return <cite>{address ? <a href={address}>{text}</a> : text}</cite>;
}
