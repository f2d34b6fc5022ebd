import { type DataKind, dataKinds } from "../../../../services/analytics/types.ts";

/** Whose visits an address asks for: visitors', unless it says otherwise. */
export function dataIn({ url }: Pick<Request, "url">): DataKind {
  const asked = new URL(url).searchParams.get("data");
  return dataKinds.find((each) => each === asked) ?? "real";
}
