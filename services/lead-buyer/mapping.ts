/** Turns our flat records into the field names and formats LeadProsper's campaigns usually take. */

type Fields = Record<string, unknown>;

/** Record name to the buyer's name; fields that are not here keep their own. */
const leadNames: Record<string, string> = {
  at_Fault: "at_fault",
  with_Lawyer: "currently_represented",
  tcpa: "tcpa_text",
  landing_page: "landing_page_url",
  leadid_token: "jornaya_leadid",
};

const contactNames: Record<string, string> = {
  typeOfAccident: "type_of_accident",
  firstName: "first_name",
  lastName: "last_name",
  phoneNumber: "phone",
};

/** Never leave: the key comes from settings, the rest explains a lead to us only (specification 7, decision 1). */
const kept = /^(?:raw_.*|derived_fields|lawyer_redirect_reason|lp_key)$/;

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

/** @param lead a lead record in the specification's field names (3.2); mapping a mapped one changes nothing */
export function toLeadProsper(lead: Fields): Fields {
  return map(lead, leadNames);
}

/** @param contact a contact form's fields (specification 3.1) under their own or their posted names */
export function toContactIngest(contact: Fields): Fields {
  return map(contact, contactNames);
}

function map(record: Fields, names: Record<string, string>): Fields {
  const entries = Object.entries(record)
    .filter(([name, value]) => !kept.test(name) && value !== undefined && value !== null)
    .map(([name, value]) => {
      const sentAs = names[name] ?? name;
      return [sentAs, typeof value === "string" ? (formats[sentAs]?.(value) ?? value) : value] as const;
    });
  return Object.fromEntries(entries);
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
