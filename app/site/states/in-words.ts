import { deathDeadline, injuryDeadline, type StateCode } from "../../../machines/site/filing-deadlines.ts";
import { type FaultKind, faultRule } from "./fault-rules.ts";
import { minimumInsurance } from "./minimum-insurance.ts";
import type { Report } from "./reports.ts";

const numbers = ["zero", "one", "two", "three", "four", "five", "six"];

/** "two years", "one year". */
export function inYears(years: number): string {
  return `${numbers[years]} ${years === 1 ? "year" : "years"}`;
}

/** With a capital, to begin a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "$30,000". @param thousands of dollars */
function dollars(thousands: number): string {
  return `$${thousands},000`;
}

/** How much of the fault may be a visitor's own, in a cell of a table. */
export const shareAllowed: Record<FaultKind, string> = {
  pure: "Any share",
  under50: "Under 50%",
  upTo50: "Up to 50%",
  slight: "Slight",
  none: "None",
};

/** The rule's legal name, and what it does. */
export const faultWords: Record<FaultKind, { name: string; short: string }> = {
  pure: {
    name: "pure comparative fault",
    short: "Your payment is reduced by your share of the fault, however large.",
  },
  under50: {
    name: "modified comparative fault with a 50 percent bar",
    short: "You get nothing from the other driver if you are 50 percent or more at fault.",
  },
  upTo50: {
    name: "modified comparative fault with a 51 percent bar",
    short: "You get nothing from the other driver if you are more than 50 percent at fault.",
  },
  slight: {
    name: "slight and gross negligence",
    short: "You get nothing from the other driver unless your own fault was slight.",
  },
  none: {
    name: "contributory negligence",
    short: "You can get nothing from the other driver if any of the fault is yours, with few exceptions.",
  },
};

/** What is left of $10,000, by one's own share of the fault in percent. */
export function leftOf10000(code: StateCode): (readonly [share: string, left: string])[] {
  const { kind } = faultRule(code);
  const shares = { pure: [0, 20, 50, 80], under50: [0, 20, 49, 50], upTo50: [0, 20, 50, 51] };
  if (kind === "none" || kind === "slight") return [];
  const bar = { pure: 101, under50: 50, upTo50: 51 }[kind];
  return shares[kind].map((share) => [
    `${share} percent`,
    share >= bar ? "Nothing" : `$${((100 - share) * 100).toLocaleString("en-US")}`,
  ]);
}

/** "30/60/25"; for the two states without such limits what is asked instead. */
export function insuranceInShort(code: StateCode): string {
  const { limits } = minimumInsurance(code);
  if (limits) return limits.join("/");
  return code === "FL" ? "PIP, property" : "Not required";
}

/** What the three numbers are, in dollars; undefined where there are none. */
export function insuranceInDollars(code: StateCode): string | undefined {
  const { limits } = minimumInsurance(code);
  if (!limits) return undefined;
  const [person, crash, property] = limits.map(dollars);
  return `${person} for one person hurt, ${crash} for all people hurt in one crash, ${property} for property.`;
}

/** What is to be done about a report. */
export function reportWords({ to, within, damage }: Report): string {
  const also =
    typeof damage === "number"
      ? `, or damage reaches $${damage.toLocaleString("en-US")}`
      : { any: ", or property is damaged", undrivable: ", or a car cannot be driven safely", none: "" }[
          damage ?? "none"
        ];
  const hurt = `if someone is hurt or killed${also}.`;
  return within ? `Report to the ${to} within ${within} ${hurt}` : `Call the police at once ${hurt}`;
}

/** The deadlines as cells of a table. */
export function deadlineCells(code: StateCode): { injury: string; death: string | undefined } {
  const death = deathDeadline(code);
  return {
    injury: `${capital(inYears(injuryDeadline(code).years))} to file a lawsuit.`,
    death: death && `${capital(inYears(death.years))}, usually from the day the person died.`,
  };
}
