import { campaignsFile } from "./campaigns-file.ts";
import { companyFile } from "./company-file.ts";
import type { Settings } from "./env.ts";
import { pagesFile } from "./pages-file.ts";
import { testimonialsFile } from "./testimonials-file.ts";

/** Settings that name files whose words a running site takes up. */
export const wordFiles = ["PAGES_FILE", "TESTIMONIALS_FILE", "CAMPAIGNS_FILE", "COMPANY_FILE"] as const;
export type WordFile = (typeof wordFiles)[number];

/** What a running site shows of them; each page that it makes asks for them. */
type Shown = Pick<
  Settings,
  | "pageFlags"
  | "testimonials"
  | "campaigns"
  | "company"
  | "about"
  | "pixels"
  | "postbacks"
  | "affiliateReports"
> & { startPhone: Settings["company"]["phone"] };

/** `waits`: what else it says that is used from the next start on; '' for nothing. */
export type TakenUp = { waits: string } | { fault: string };

/** Checks a file as the start does, and takes its words up; with a mistake in it nothing changes. */
export function takeUp(name: WordFile, path: string, shown: Shown): TakenUp {
  switch (name) {
    case "PAGES_FILE": {
      const { flags, pixels, faults } = pagesFile(path);
      if (faults.length > 0) return { fault: faults.join("; ") };
      shown.pageFlags = flags;
      return { waits: isSame(pixels, shown.pixels.at) ? "" : "its pixels" };
    }
    case "TESTIMONIALS_FILE": {
      const read = testimonialsFile.safeParse(path);
      if (!read.success) return faultOf(read.error.issues);
      shown.testimonials = read.data;
      return { waits: "" };
    }
    case "CAMPAIGNS_FILE": {
      const read = campaignsFile.safeParse(path);
      if (!read.success) return faultOf(read.error.issues);
      const { headlines, postbacks, reports } = read.data;
      shown.campaigns = headlines;
      const isAsBefore = isSame([postbacks, reports], [shown.postbacks, shown.affiliateReports]);
      return { waits: isAsBefore ? "" : "its postbacks and reports" };
    }
    case "COMPANY_FILE": {
      const read = companyFile.safeParse(path);
      if (!read.success) return faultOf(read.error.issues);
      const { phone, standing } = read.data;
      shown.company.phone = phone ?? shown.startPhone;
      const { hours, ...others } = standing;
      const isAsBefore = isSame(standingIn(others), standingIn(shown.about));
      shown.about.hours = hours;
      return { waits: isAsBefore ? "" : "what it says besides phone and hours" };
    }
  }
}

/** Who is behind the site, in one order. */
const standingIn = ({ legalName, registeredIn, team, reviewer, firms }: Partial<Shown["about"]>) => [
  legalName,
  registeredIn,
  team,
  reviewer,
  firms,
];

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function faultOf(issues: readonly { message: string }[]): { fault: string } {
  return { fault: issues.map(({ message }) => `must be ${message}`).join("; ") };
}
