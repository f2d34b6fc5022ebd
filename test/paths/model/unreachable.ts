const contained = "every path of this variant contains surveyv4nv";
const skipsWorth = {
  AutoAccidentCaseWorth: contained,
  "StartPath#always##AutoAccidentCaseWorth": contained,
  "AutoAccidentCaseWorth#NEXT##WhenWasTheAccident": contained,
  "pathContainsSurveyV4nv: false": contained,
};

const spanish = "the Spanish paths show v4nv-es, whose chart asks nobody about funding";
const notSpanish = {
  "HasLawyer#NEXT#spanishPath#IncidentDescription": spanish,
  "spanishPath: true": spanish,
};

/**
 * What no walk can reach in any world, by variant: ids as the coverage gives them, each with its reason. An item that
 * becomes reachable, or disappears, has to leave this list.
 */
export const unreachable: Record<string, Record<string, string>> = {
  "crash-comped": { ...asksWorth("StartPath#always"), ...notSpanish },
  v4nv: { ...skipsWorth, ...notSpanish },
  "v4nv-d1": { ...skipsWorth, ...notSpanish },
  "v4nv-d2": { ...skipsWorth, ...notSpanish },
  "v4nv-x1": { ...skipsWorth, ...notSpanish },
  "v4nv-1to1": { ...skipsWorth, ...notSpanish },
  v5nv: { ...asksWorth("StartPath#always"), ...notSpanish },
  v7: { ...asksWorth("GetStartedFirstStep#NEXT"), ...notSpanish },
};

function asksWorth(from: string): Record<string, string> {
  const reason = "no path of this variant contains surveyv4nv: a landing page's that does shows v4nv";
  return {
    [`${from}#pathContainsSurveyV4nv#WhenWasTheAccident`]: reason,
    "pathContainsSurveyV4nv: true": reason,
  };
}
