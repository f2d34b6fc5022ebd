import { variants } from "../../machines/registry.ts";
import { today } from "../../machines/rules/dates.ts";
import type { Variant } from "../../machines/variant.ts";
import type { Settings } from "../../services/settings/env.ts";
import { notHere } from "../server/sessions/graph-access.ts";

/** This site's defaults today, for a simulation whose address does not set them. */
export function siteOf(settings: Settings) {
  const { siteTimeZone, dateOfBirthStates, noDefaultBuyersStates } = settings;
  return {
    today: today(Date.now(), siteTimeZone, siteTimeZone),
    dateOfBirthStates,
    noDefaultBuyersStates,
    lead: settings,
  };
}

/** The variant with this code. @throws Response 404 */
export function variantOf(code: string | undefined): Required<Variant> {
  const variant = variants.get(code ?? "");
  if (!variant) throw notHere();
  return variant;
}
