import type { limitationYears } from "../../machines/rules/limitation-years.ts";

/** An organization of lawyers, or one that helps people find them. */
type Place = { name: string; url: `https://${string}` };

/** Whom to ask in a state: its bar, and its own finder of free legal aid where there is one. */
export type StateHelp = { bar: Place; aid?: Place };

/** Finds free legal aid in every state. */
export const lawHelp: Place = { name: "LawHelp", url: "https://www.lawhelp.org/" };

/** The home page of each bar, which all know their way from: deeper addresses change every year or two. */
export const stateHelp: Record<keyof typeof limitationYears, StateHelp> = {
  AL: { bar: { name: "Alabama State Bar", url: "https://www.alabar.org/" } },
  AK: {
    bar: { name: "Alaska Bar Association", url: "https://alaskabar.org/" },
    aid: { name: "AlaskaLawHelp", url: "https://alaskalawhelp.org/" },
  },
  AZ: {
    bar: { name: "State Bar of Arizona", url: "https://www.azbar.org/" },
    aid: { name: "AZLawHelp", url: "https://www.azlawhelp.org/" },
  },
  AR: { bar: { name: "Arkansas Bar Association", url: "https://www.arkbar.com/" } },
  CA: {
    bar: { name: "State Bar of California", url: "https://www.calbar.ca.gov/" },
    aid: { name: "LawHelpCA", url: "https://www.lawhelpca.org/" },
  },
  CO: { bar: { name: "Colorado Bar Association", url: "https://www.cobar.org/" } },
  CT: {
    bar: { name: "Connecticut Bar Association", url: "https://www.ctbar.org/" },
    aid: { name: "CTLawHelp", url: "https://ctlawhelp.org/" },
  },
  DE: { bar: { name: "Delaware State Bar Association", url: "https://www.dsba.org/" } },
  DC: { bar: { name: "District of Columbia Bar", url: "https://www.dcbar.org/" } },
  FL: {
    bar: { name: "The Florida Bar", url: "https://www.floridabar.org/" },
    aid: { name: "FloridaLawHelp", url: "https://www.floridalawhelp.org/" },
  },
  GA: {
    bar: { name: "State Bar of Georgia", url: "https://www.gabar.org/" },
    aid: { name: "GeorgiaLegalAid", url: "https://www.georgialegalaid.org/" },
  },
  HI: { bar: { name: "Hawaii State Bar Association", url: "https://hsba.org/" } },
  ID: { bar: { name: "Idaho State Bar", url: "https://isb.idaho.gov/" } },
  IL: {
    bar: { name: "Illinois State Bar Association", url: "https://www.isba.org/" },
    aid: { name: "Illinois Legal Aid Online", url: "https://www.illinoislegalaid.org/" },
  },
  IN: {
    bar: { name: "Indiana State Bar Association", url: "https://www.inbar.org/" },
    aid: { name: "Indiana Legal Help", url: "https://indianalegalhelp.org/" },
  },
  IA: {
    bar: { name: "Iowa State Bar Association", url: "https://www.iowabar.org/" },
    aid: { name: "Iowa Legal Aid", url: "https://www.iowalegalaid.org/" },
  },
  KS: {
    bar: { name: "Kansas Bar Association", url: "https://www.ksbar.org/" },
    aid: { name: "Kansas Legal Services", url: "https://www.kansaslegalservices.org/" },
  },
  KY: { bar: { name: "Kentucky Bar Association", url: "https://www.kybar.org/" } },
  LA: {
    bar: { name: "Louisiana State Bar Association", url: "https://www.lsba.org/" },
    aid: { name: "LouisianaLawHelp", url: "https://louisianalawhelp.org/" },
  },
  ME: {
    bar: { name: "Maine State Bar Association", url: "https://www.mainebar.org/" },
    aid: { name: "Pine Tree Legal Assistance", url: "https://www.ptla.org/" },
  },
  MD: {
    bar: { name: "Maryland State Bar Association", url: "https://www.msba.org/" },
    aid: { name: "The People’s Law Library", url: "https://www.peoples-law.org/" },
  },
  MA: {
    bar: { name: "Massachusetts Bar Association", url: "https://www.massbar.org/" },
    aid: { name: "MassLegalHelp", url: "https://www.masslegalhelp.org/" },
  },
  MI: {
    bar: { name: "State Bar of Michigan", url: "https://www.michbar.org/" },
    aid: { name: "Michigan Legal Help", url: "https://michiganlegalhelp.org/" },
  },
  MN: {
    bar: { name: "Minnesota State Bar Association", url: "https://www.mnbar.org/" },
    aid: { name: "LawHelpMN", url: "https://www.lawhelpmn.org/" },
  },
  MS: { bar: { name: "The Mississippi Bar", url: "https://www.msbar.org/" } },
  MO: { bar: { name: "The Missouri Bar", url: "https://mobar.org/" } },
  MT: {
    bar: { name: "State Bar of Montana", url: "https://www.montanabar.org/" },
    aid: { name: "MontanaLawHelp", url: "https://www.montanalawhelp.org/" },
  },
  NE: { bar: { name: "Nebraska State Bar Association", url: "https://www.nebar.com/" } },
  NV: { bar: { name: "State Bar of Nevada", url: "https://nvbar.org/" } },
  NH: { bar: { name: "New Hampshire Bar Association", url: "https://www.nhbar.org/" } },
  NJ: { bar: { name: "New Jersey State Bar Association", url: "https://njsba.com/" } },
  NM: { bar: { name: "State Bar of New Mexico", url: "https://www.sbnm.org/" } },
  NY: {
    bar: { name: "New York State Bar Association", url: "https://nysba.org/" },
    aid: { name: "LawHelpNY", url: "https://www.lawhelpny.org/" },
  },
  NC: {
    bar: { name: "North Carolina Bar Association", url: "https://www.ncbar.org/" },
    aid: { name: "Legal Aid of North Carolina", url: "https://legalaidnc.org/" },
  },
  ND: { bar: { name: "State Bar Association of North Dakota", url: "https://www.sband.org/" } },
  OH: {
    bar: { name: "Ohio State Bar Association", url: "https://www.ohiobar.org/" },
    aid: { name: "Ohio Legal Help", url: "https://www.ohiolegalhelp.org/" },
  },
  OK: {
    bar: { name: "Oklahoma Bar Association", url: "https://www.okbar.org/" },
    aid: { name: "OKLaw", url: "https://oklaw.org/" },
  },
  OR: {
    bar: { name: "Oregon State Bar", url: "https://www.osbar.org/" },
    aid: { name: "OregonLawHelp", url: "https://oregonlawhelp.org/" },
  },
  PA: {
    bar: { name: "Pennsylvania Bar Association", url: "https://www.pabar.org/" },
    aid: { name: "PALawHelp", url: "https://www.palawhelp.org/" },
  },
  RI: { bar: { name: "Rhode Island Bar Association", url: "https://www.ribar.com/" } },
  SC: { bar: { name: "South Carolina Bar", url: "https://www.scbar.org/" } },
  SD: { bar: { name: "State Bar of South Dakota", url: "https://www.statebarofsouthdakota.com/" } },
  TN: { bar: { name: "Tennessee Bar Association", url: "https://www.tba.org/" } },
  TX: {
    bar: { name: "State Bar of Texas", url: "https://www.texasbar.com/" },
    aid: { name: "TexasLawHelp", url: "https://texaslawhelp.org/" },
  },
  UT: { bar: { name: "Utah State Bar", url: "https://www.utahbar.org/" } },
  VT: {
    bar: { name: "Vermont Bar Association", url: "https://www.vtbar.org/" },
    aid: { name: "VTLawHelp", url: "https://vtlawhelp.org/" },
  },
  VA: { bar: { name: "Virginia State Bar", url: "https://www.vsb.org/" } },
  WA: {
    bar: { name: "Washington State Bar Association", url: "https://www.wsba.org/" },
    aid: { name: "WashingtonLawHelp", url: "https://www.washingtonlawhelp.org/" },
  },
  WV: { bar: { name: "West Virginia State Bar", url: "https://wvbar.org/" } },
  WI: { bar: { name: "State Bar of Wisconsin", url: "https://www.wisbar.org/" } },
  WY: { bar: { name: "Wyoming State Bar", url: "https://www.wyomingbar.org/" } },
};
