/** Gives our flat records the names and formats that LeadProsper's campaigns usually take. */

type Fields = Record<string, unknown>;

/** Names under which LeadProsper's campaigns look for a field of ours; it keeps its own name beside them. */
const usualNames: Record<string, string> = {
  at_Fault: "at_fault",
  with_Lawyer: "currently_represented",
  tcpa: "tcpa_text",
  landing_page: "landing_page_url",
  leadid_token: "jornaya_leadid",
};

const formats: Record<string, (value: string) => string> = {
  phone: bareDigits,
  incident_date: isoDate,
  when_seek_medical_treatment_date: isoDate,
  physical_injury: lowerCase,
  doctor_treatment: lowerCase,
  at_fault: lowerCase,
  currently_represented: lowerCase,
  police_report: lowerCase,
  lp_subid1: shortened,
  lp_subid2: shortened,
};

/**
 * @param record a lead (spec 3.2) or a contact message in their posted names; one that has a field under
 *   the usual name already keeps that
 */
export function toLeadProsper(record: Fields): Fields {
  const again = Object.entries(usualNames).filter(([own]) => record[own] !== undefined);
  const named = { ...Object.fromEntries(again.map(([own, usual]) => [usual, record[own]])), ...record };
  const entries = Object.entries(named)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, flat(name, value)] as const);
  return Object.fromEntries(entries);
}

/** LeadProsper's JSON is flat: a list is written with commas. */
function flat(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "string" ? (formats[name]?.(value) ?? value) : value;
}

/** Ten digits without the country code. */
function bareDigits(phone: string): string {
  return phone.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
}

/** MM/DD/YYYY becomes YYYY-MM-DD; other text stays. */
function isoDate(date: string): string {
  return date.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, "$3-$1-$2");
}

function lowerCase(answer: string): string {
  return answer.toLowerCase();
}

/** LeadProsper takes at most 75 characters here. */
function shortened(id: string): string {
  return Array.from(id).slice(0, 75).join("");
}
