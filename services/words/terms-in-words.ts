import { words } from "../../machines/graph/words.ts";
import { agesOfAccident, type Condition, type Said, saidIn } from "../../machines/lead/terms.ts";
import { askedFields, inWords } from "./asked.ts";

const listed = (type: "disjunction" | "conjunction", all: readonly string[]) =>
  new Intl.ListFormat("en-US", { type }).format(all);
const either = (all: readonly string[]) => listed("disjunction", all);
const quoted = (all: readonly string[]) => all.map((each) => `“${each}”`);

/** Fields that are said of a lead in words of their own: `are` of what is wanted, `its` of one lead. */
const named: Record<string, { are: (list: string) => string; its: (value: string) => string; what: string }> =
  {
    state: { are: (list) => `in ${list}`, its: (state) => `is in ${state}`, what: "its state" },
    variant: {
      are: (list) => `of survey ${list}`,
      its: (survey) => `is of survey ${survey}`,
      what: "its survey",
    },
    affid: {
      are: (list) => `from affiliate ${list}`,
      its: (id) => `is from affiliate ${id}`,
      what: "its affiliate",
    },
    dq_reason: {
      are: (list) => `disqualified for ${list}`,
      its: (reason) => `is disqualified for ${reason}`,
      what: "what it is disqualified for",
    },
  };

/** What a condition wants, behind "leads": `with an accident in the last 365 days`. */
export function wantsText(condition: Condition): string {
  const text = wantedText(condition);
  return condition.orUnknown ? `${text} where that is known` : text;
}

function wantedText(condition: Condition): string {
  const { field, is, not, atLeast, atMost, from, until, given } = condition;
  const what = words(field);
  if (given !== undefined) return `${given ? "with" : "without"} ${what}`;
  const values = is ?? not;
  if (values) {
    const own = named[field];
    if (own) return `${is ? "" : "not "}${own.are(either(values))}`;
    if (askedFields().has(field)) {
      const { question } = inWords(field, "");
      const answers = either(quoted(values.map((value) => inWords(field, value).answer)));
      return is
        ? `that answered ${answers} to “${question}”`
        : `that did not answer ${answers} to “${question}”`;
    }
    return `with ${what} ${is ? "" : "other than "}${either(quoted(values))}`;
  }
  if (from !== undefined || until !== undefined) {
    if (from !== undefined && until !== undefined) return `with ${what} from ${from} to ${until}`;
    return from === undefined ? `with ${what} until ${until}` : `with ${what} from ${from} on`;
  }
  if (agesOfAccident.includes(field)) {
    const unit = field.startsWith("days") ? "days" : "months";
    if (atLeast === undefined) return `with an accident in the last ${atMost} ${unit}`;
    return atMost === undefined
      ? `with an accident ${atLeast} ${unit} ago or longer`
      : `with an accident ${atLeast} to ${atMost} ${unit} ago`;
  }
  if (atLeast === undefined) return `with ${what} of ${atMost} at most`;
  return atMost === undefined
    ? `with ${what} of ${atLeast} at least`
    : `with ${what} of ${atLeast} to ${atMost}`;
}

/** What one lead says about it, with its answer: `this one was 512 days before`. */
export function itsText({ field }: Condition, lead: Said): string {
  const said = saidIn(lead, field);
  const own = named[field];
  if (own) return said === "" ? `${own.what} is not known` : `this one ${own.its(said)}`;
  if (agesOfAccident.includes(field)) {
    const unit = field.startsWith("days") ? "days" : "months";
    return said === "" ? "when this one was is not known" : `this one was ${said} ${unit} before`;
  }
  if (askedFields().has(field))
    return said === "" ? "this one was not asked" : `this one answered “${inWords(field, said).answer}”`;
  return said === "" ? "this one has none" : `this one has “${said}”`;
}

/** All that is wanted, behind "leads": commas between the conditions. */
export function allWantsText(terms: readonly Condition[]): string {
  return terms.map(wantsText).join(", ");
}
