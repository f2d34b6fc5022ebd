import { printable } from "../../observe/printable.ts";
import type { Line } from "../../operations/story.ts";
import type { Lead } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { reportText } from "../books/words.ts";
import { asOutcome } from "./requests.ts";
import { standingText } from "./words.ts";

/** What buyers asked to return, and who decided what. */
export async function requestLines({ returns }: Pick<Store, "returns">, { id }: Lead): Promise<Line[]> {
  return (await returns.ofLead(id)).flatMap((request): Line[] => {
    const { askedAt, decidedAt, verdict, person, word } = request;
    const buyer = printable(request.buyer);
    const report = { ...asOutcome(request), booked: 0, why: standingText(request) };
    const said = reportText(report, false)
      .split("; in the books")[0]!
      .replace(/^returned/, "returning it");
    const asked = { at: askedAt, text: `${buyer} asks for ${said}` };
    if (verdict === null || decidedAt === null) return [asked];
    const short = `what ${buyer} asked for is ${verdict} by ${printable(person)}`;
    return [asked, { at: decidedAt, text: word === "" ? short : `${short}: ${printable(word)}`, short }];
  });
}
