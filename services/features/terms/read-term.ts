import { statutes } from "../../../machines/rules/statutes.ts";
import { hours, hoursText } from "../../settings/destinations/hours.ts";
import { dollarText, type TermField } from "../../settings/destinations/terms.ts";

const mostLeads = 1_000_000;
const codes: readonly string[] = statutes.map(({ code }) => code);

/** A value as it is kept and as the file would have it, or what is wrong with it. */
type Read = { text: string } | { fault: string };

/** Reads what a person typed. Only plain digits count: `1e3`, `-5` and digits of other scripts are faults. */
export function readTerm(field: TermField, typed: string): Read {
  const text = typed.trim();
  if (text === "") return { text };
  switch (field) {
    case "paused":
      return text === "yes" ? { text } : { fault: "Choose yes or no." };
    case "daily-cap":
    case "weekly-cap":
    case "monthly-cap":
      return /^[1-9]\d{0,6}$/.test(text) && Number(text) <= mostLeads
        ? { text }
        : { fault: "Use a whole number from 1 to 1000000, or nothing for no limit." };
    case "price":
    case "min-price":
    case "daily-budget":
    case "weekly-budget":
    case "monthly-budget":
      return readDollars(text, field !== "price");
    case "payout": {
      if (/^(100|\d{1,2}(\.\d{1,2})?)%$/.test(text)) return { text };
      const read = readDollars(text, false);
      return "text" in read ? read : { fault: "Use dollars such as 20.00 or a share such as 40%." };
    }
    case "hours":
      return readHours(text);
    case "states":
      return readStates(text);
  }
}

function readDollars(text: string, isMore: boolean): Read {
  const plain = text.replace(/^\$/, "");
  const cents = /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
  if (Number.isNaN(cents)) return { fault: "Use dollars such as 45 or 45.50, up to 999999.99." };
  if (isMore && cents === 0) return { fault: "Use more than 0, or nothing for no limit." };
  return { text: dollarText(cents) };
}

function readHours(text: string): Read {
  const each = text.split(",").map((part) => hours.safeParse(part.trim().toLowerCase()));
  const open = each.flatMap(({ data }) => data ?? []);
  return open.length === each.length && open.length <= 20
    ? { text: open.map(hoursText).join(", ") }
    : { fault: "Use hours such as mon-fri 08:00-18:00, with commas between several." };
}

function readStates(text: string): Read {
  const given = text.split(/[\s,]+/).filter((each) => each !== "");
  const wrong = given.find((each) => !/^[A-Za-z]{2}$/.test(each) || !codes.includes(each.toUpperCase()));
  if (wrong !== undefined) return { fault: `${wrong.slice(0, 20)} is no state: use codes such as TX, FL.` };
  return { text: [...new Set(given.map((each) => each.toUpperCase()))].sort().join(", ") };
}
