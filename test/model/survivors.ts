/**
 * Mutants that no test can tell from what they were made of, by chart or file, each with the reason. One that
 * is killed, or is no longer made, has to leave this list.
 */
export const survivors: Record<string, Record<string, string>> = {
  a: { ...placeStays("PhoneAndZip"), ...unjudged() },
  b: { ...placeStays("PhoneAndZip"), ...unjudged() },
  benefits: asksNoInjury(),
  c: { ...placeStays("PhoneAndZip"), ...unjudged() },
  "crash-comped": { ...neverV4nv("StartPath.always[0]", "AtFault"), ...neverSpanish(), ...contact() },
  d: { ...placeStays("PhoneAndZip"), ...unjudged() },
  dui: { ...placeStays("PhoneAndZip"), ...unjudged() },
  e: { ...asksNoInjury(), ...placeStays("PhoneAndZip") },
  f: { ...asksNoInjury(), ...placeStays("PhoneAndZip"), ...unjudged() },
  g: { ...asksNoInjury(), ...placeStays("PhoneAndZip"), ...unjudged() },
  "linear-short": placeStays("PhoneAndZip"),
  "medical-treatment": { ...asksNoInjury(), ...placeStays("PhoneAndZip") },
  "medical-treatment-2": { ...asksNoInjury(), ...placeStays("PhoneAndZip") },
  "multi-step": { ...placeStays("FormSecondQuestions"), ...unjudged() },
  "progress-bar": { ...placeStays("ZipAndPhone"), ...unjudged() },
  "short-video": { ...placeStays("PhoneAndZipTikTok"), ...unjudged() },
  "sl-v2": { ...placeStays("PhoneAndZip"), ...unjudged() },
  ticket: { ...asksNoInjury(), ...placeStays("PhoneAndZip") },
  v4g: { ...asksNoInjury(), ...placeStays("PhoneAndZip") },
  v4nv: { ...alwaysV4nv(), ...neverSpanish(), ...contact() },
  "v4nv-d1": { ...alwaysV4nv(), ...neverSpanish(), ...contactIsZipCode() },
  "v4nv-d2": { ...alwaysV4nv(), ...neverSpanish(), ...contactIsZipCode() },
  "v4nv-1to1": { ...alwaysV4nv(), ...neverSpanish(), ...contactIsZipCode() },
  "v4nv-x1": { ...alwaysV4nv(), ...neverSpanish(), ...contactIsZipCode() },
  "v4nv-ep": { ...placeStays("PhoneAndZip"), ...unjudged() },
  "v4nv-es": contact(),
  "v4nv-rz": contact(),
  v5nv: { ...neverV4nv("StartPath.always[0]", "AtFault"), ...neverSpanish(), ...contact() },
  v7: { ...neverV4nv("GetStartedFirstStep.on.NEXT[0]", "AtFault"), ...neverSpanish(), ...contact() },
  vw3: { ...placeStays("PhoneAndZipVW3"), ...unjudged() },
  "machines/guards.ts": each(
    ["0: one more"],
    "an age that is not known counts as 0 days or 1: both lie within the two years",
  ),
  "machines/lead/disqualification.ts": {
    ...each(['"no": emptied'], "only yes counts of what is asked about gibberish"),
    ...each(["0: one more"], "a ticket's age of 0 days or 1: both lie within the two years"),
  },
};

function each(names: string[], reason: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

function placeStays(step: string): Record<string, string> {
  return each(
    [`${step}.lookingUpZip.invoke.onError[0]: without leavePlaceEmpty`],
    "the place is empty already: an answer given anew begins from before the refused one",
  );
}

function unjudged(): Record<string, string> {
  return each(
    ["submitting.checkingGibberish.invoke.onError[0]: without leaveGibberishUnanswered"],
    "a lead says '' of a description that was not judged, whether the service failed or was never asked",
  );
}

function asksNoInjury(): Record<string, string> {
  return each(
    ["on.ANSWER[0]: without loadScripts"],
    "no step of this survey asks about an injury in its own words",
  );
}

function contact(): Record<string, string> {
  return { ...placeStays("AllPii"), ...placeStays("PhoneAndZip"), ...unjudged() };
}

function contactIsZipCode(): Record<string, string> {
  const to = ["IncidentDescription.onDone[1]", "HitAndRunIdentified.on.NEXT[0]"];
  to.push("UninsuredMotoristCoverage.on.NEXT[0]", "UninsuredMotoristCoverage.on.NEXT[1]");
  return {
    ...each(
      to.map((name) => `${name}: sent to ZipCode`),
      "contact does nothing here but lead on to ZipCode",
    ),
    ...placeStays("ZipCode"),
    ...unjudged(),
  };
}

function neverSpanish(): Record<string, string> {
  return each(
    ["dropped", "sent to HitAndRunIdentified", "sent to LawFirmDetails"].map(
      (change) => `HasLawyer.on.NEXT[0]: ${change}`,
    ),
    "this transition is listed as unreachable",
  );
}

function neverV4nv(transition: string, ...neighbours: string[]): Record<string, string> {
  const changes = ["dropped", ...[...neighbours, "AutoAccidentCaseWorth"].map((name) => `sent to ${name}`)];
  return each(
    changes.map((change) => `${transition}: ${change}`),
    "this transition is listed as unreachable",
  );
}

function alwaysV4nv(): Record<string, string> {
  const worth = ["dropped", "sent to AtFault", "sent to AutoAccidentCaseWorth"];
  const asking = ["dropped", "sent to WhenWasTheAccident", "sent to StartPath"];
  return each(
    [
      "StartPath.always[0]: guard taken away",
      ...asking.map((change) => `StartPath.always[1]: ${change}`),
      ...worth.map((change) => `AutoAccidentCaseWorth.on.NEXT[0]: ${change}`),
    ],
    "AutoAccidentCaseWorth is listed as unreachable",
  );
}
