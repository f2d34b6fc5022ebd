import {
  changedDeadlines,
  deathDeadline,
  injuryDeadline,
  type StateCode,
} from "../../../machines/site/filing-deadlines.ts";
import type { Section } from "../article.ts";
import { FactTable, Law } from "../articles/parts.tsx";
import { DeadlineForm } from "../deadline-form.tsx";
import { longDate } from "../long-date.ts";
import { type FaultKind, faultNotes, faultRule } from "./fault-rules.ts";
import { governmentNotice } from "./government-notices.ts";
import {
  faultWords,
  insuranceInDollars,
  insuranceInShort,
  inYears,
  leftOf10000,
  reportWords,
} from "./in-words.ts";
import { insuranceNotes, minimumInsurance } from "./minimum-insurance.ts";
import { noFaultName, noFaultOf } from "./no-fault.ts";
import { reportsOf } from "./reports.ts";
import { stateOf } from "./states.ts";
import { timeNotes } from "./time-notes.ts";

/** How long one has to sue, and the calculator with the state filled in. */
export function time(code: StateCode): Section {
  const { name } = stateOf(code);
  const { years, law } = injuryDeadline(code);
  const death = deathDeadline(code);
  const changed = changedDeadlines[code];
  return {
    heading: "How long you have",
    body: (
      <>
        <p>
          For most crashes in {name}, you have {inYears(years)} to file a lawsuit for an injury (
          <Law law={law} />
          ). The clock usually starts on the day of the crash. If you miss the deadline, a court will almost
          always dismiss the case, however strong it is.
        </p>
        {changed && (
          <p>
            The law has changed. For a crash before {longDate(changed.since)}, you had{" "}
            {inYears(changed.before.years)} (<Law law={changed.before.law} />
            ).
          </p>
        )}
        {timeNotes[code] && <p>{timeNotes[code]}</p>}
        {death ? (
          <p>
            If someone died, the family usually has {inYears(death.years)} from the day of the death (
            <Law law={death.law} />
            ).
          </p>
        ) : (
          <p>
            If someone died, other rules apply, and the time can be shorter. Please ask a lawyer in {name}{" "}
            right away.
          </p>
        )}
        <p>
          There are exceptions. In many states the clock is paused while the injured person is under 18. Other
          claims have less time, such as a claim against a city. Do not count on an exception. Ask a lawyer
          what applies to you.
        </p>
        <p>Talking with an insurance company does not stop the clock. Only a lawsuit filed in time does.</p>
        <DeadlineForm only={code} />
      </>
    ),
  };
}

const meaning: Record<FaultKind, string> = {
  pure: "There is no cut-off: even if most of the fault is yours, you can be paid for the rest.",
  under50:
    "If half of the fault or more is yours, you get nothing. Below that, your payment is reduced by your share.",
  upTo50:
    "If more than half of the fault is yours, you get nothing. Up to that point, your payment is reduced by your share.",
  slight:
    "Your fault has to be slight beside the other driver’s. If so, your payment is reduced by your share. If not, you get nothing.",
  none: "If you made even a small mistake that helped cause the crash, the claim can be lost. Insurers know this and look for such a mistake, so be careful what you say to them.",
};

/** What a share of the fault costs, with an example. */
export function fault(code: StateCode): Section {
  const { kind, law } = faultRule(code);
  const example = leftOf10000(code);
  return {
    heading: "If you share the blame",
    body: (
      <>
        <p>
          The rule in {stateOf(code).name} is called {faultWords[kind].name} (<Law law={law} />
          ). Each person in the crash gets a share of the fault in percent. {meaning[kind]}
        </p>
        {faultNotes[code] && <p>{faultNotes[code]}</p>}
        {example.length > 0 && (
          <FactTable
            caption="An example with losses of $10,000"
            head={["Your share of the fault", "What is left"]}
            rows={example}
          />
        )}
        <p>
          Who was at fault is often open at first. Photos, independent witnesses and a police report can
          change the shares. You do not have to accept the insurance company’s view of it.
        </p>
      </>
    ),
  };
}

/** Who pays first, and the least that drivers are insured for. */
export function insurance(code: StateCode): Section {
  const { name } = stateOf(code);
  const { law } = minimumInsurance(code);
  const amounts = insuranceInDollars(code);
  return {
    heading: `Insurance in ${name}`,
    body: (
      <>
        <WhoPays code={code} />
        <p>
          {amounts && (
            <>
              The law sets the minimum insurance, {insuranceInShort(code)} for short. That is {amounts}{" "}
            </>
          )}
          {insuranceNotes[code]} (<Law law={law} />)
        </p>
        <p>
          The other driver’s insurance is often too small for a bad crash. Then your own policy may help.
          Uninsured motorist coverage pays if the other driver had no insurance. Underinsured motorist
          coverage pays if theirs was too small. Ask your insurer for the full policy, not only the card, to
          see what you have.
        </p>
      </>
    ),
  };
}

function WhoPays({ code }: { code: StateCode }) {
  const { name } = stateOf(code);
  const noFault = noFaultOf(code);
  if (!noFault) {
    return (
      <p>
        {name} has at-fault rules. The driver who caused the crash, or that driver’s insurance, pays for the
        harm. You can claim from that insurer, claim from your own, or file a lawsuit.
      </p>
    );
  }
  const { kind, benefit, threshold, law } = noFault;
  return (
    <>
      <p>
        {name} is a {noFaultName[kind]} state. Your own insurance pays your first medical bills, no matter who
        caused the crash. {benefit && `The law asks for at least ${benefit} of this coverage per person.`}{" "}
        {threshold} (
        <Law law={law} />)
      </p>
      {kind === "choice" && (
        <p>
          Drivers choose how much of the right to sue they keep. If you kept all of it, you can sue after a
          smaller injury, too. Your policy shows what you chose.
        </p>
      )}
    </>
  );
}

/** What to do at the scene, and whom to report the crash to. */
export function reporting(code: StateCode): Section {
  const reports = reportsOf(code);
  return {
    heading: "Stopping and reporting",
    body: (
      <>
        <ul>
          <li>Stop, and stay. Leaving after someone was hurt is a crime in every state.</li>
          <li>Get help for anyone who is hurt. Call 911 in an emergency.</li>
          <li>Exchange names, addresses, license plates and insurance details.</li>
          {reports.map((report) => (
            <li key={report.to}>
              {reportWords(report)} (<Law law={report.law} />)
            </li>
          ))}
        </ul>
        <p>
          {reports.some(({ damage }) => damage) ||
            "Property damage alone can be enough for a duty to report. "}
          If an officer came, ask if their report covers yours. Ask for its number, too: you will need a copy
          for your claim. Your own policy also asks you to report a crash soon.
        </p>
      </>
    ),
  };
}

/** The shorter time for claims against an agency. */
export function government(code: StateCode): Section {
  const notice = governmentNotice(code);
  return {
    heading: "Claims against a government agency",
    body: (
      <>
        <p>
          A city bus hit you, or a bad road helped cause the crash? Then special rules apply. Before you can
          sue, the agency usually must get a notice or a claim in writing.{" "}
          {notice && (
            <>
              In {stateOf(code).name} that is due within {notice.within} (<Law law={notice.law} />
              ).
            </>
          )}
        </p>
        <p>
          These deadlines are often counted in days or months, not years. Other agencies can have other ones.
          The law may also limit what an agency pays. Talk to a lawyer within days if a government vehicle or
          a public road was part of the crash.
        </p>
      </>
    ),
  };
}
