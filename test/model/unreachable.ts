/**
 * What no walk can reach in any world, by variant: ids as the coverage gives them, each with its reason.
 * Whatever becomes reachable, or is no longer there, has to leave this list.
 */
export const unreachable: Record<string, Record<string, string>> = {
  "crash-comped": { ...asksWorth("crash-comped", "StartPath # always"), ...notSpanish("crash-comped") },
  v4nv: { ...skipsWorth("v4nv"), ...notSpanish("v4nv") },
  "v4nv-d1": { ...skipsWorth("v4nv-d1"), ...notSpanish("v4nv-d1") },
  "v4nv-d2": { ...skipsWorth("v4nv-d2"), ...notSpanish("v4nv-d2") },
  "v4nv-x1": { ...skipsWorth("v4nv-x1"), ...notSpanish("v4nv-x1") },
  "v4nv-1to1": { ...skipsWorth("v4nv-1to1"), ...notSpanish("v4nv-1to1") },
  v5nv: { ...asksWorth("v5nv", "StartPath # always"), ...notSpanish("v5nv") },
  v7: { ...asksWorth("v7", "GetStartedFirstStep # NEXT"), ...notSpanish("v7") },
};

function skipsWorth(code: string): Record<string, string> {
  const reason = "every path of this variant contains surveyv4nv";
  return {
    [`${code}.AutoAccidentCaseWorth`]: reason,
    [`${code}.StartPath # always # 1 -> ${code}.AutoAccidentCaseWorth`]: reason,
    [`${code}.AutoAccidentCaseWorth # NEXT # 0 -> ${code}.WhenWasTheAccident`]: reason,
    "pathContainsSurveyV4nv: false": reason,
  };
}

function asksWorth(code: string, from: string): Record<string, string> {
  const reason = "no path of this variant contains surveyv4nv: a landing page's that does shows v4nv";
  return {
    [`${code}.${from} # 0 -> ${code}.WhenWasTheAccident if pathContainsSurveyV4nv`]: reason,
    "pathContainsSurveyV4nv: true": reason,
  };
}

function notSpanish(code: string): Record<string, string> {
  const reason = "the Spanish paths show v4nv-es, whose chart asks nobody about funding";
  return {
    [`${code}.HasLawyer # NEXT # 0 -> ${code}.IncidentDescription if spanishPath`]: reason,
    "spanishPath: true": reason,
  };
}
