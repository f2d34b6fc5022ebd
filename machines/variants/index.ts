// biome-ignore-all assist/source/organizeImports: a table of contents, by family
/**
 * Every variant: one file and one line here. The comment beside each says what it is and lists every path besides
 * `/survey/<code>` that shows it; a test compares those paths with the file.
 */

// The lettered surveys
export { a } from "./a.ts"; // case worth and vehicle first: /survey/v2 /survey-sd/v4 /yt
export { b } from "./b.ts"; // name and e-mail first: /survey/fb
export { c } from "./c.ts"; // the default: timing, vehicle and fault first: /survey/v3 /survey-sd/v3 /survey-sd/v3b
export { cAr } from "./c-ar.ts"; // C in Arabic, a draft: /survey/ar
export { d } from "./d.ts"; // injury early: /survey/yt
export { e } from "./e.ts"; // short: /survey/insta
export { f } from "./f.ts"; // treatment needed or planned: /f
export { g } from "./g.ts"; // F, scrolling to an anchor: /survey-google /g

// Short surveys in a straight line, or nearly
export { linearShort } from "./linear-short.ts"; // three questions: /survey/ig
export { medicalTreatment } from "./medical-treatment.ts"; // with a thank-you step: /survey/v6
export { medicalTreatment2 } from "./medical-treatment-2.ts"; // its copy
export { progressBar } from "./progress-bar.ts"; // with a film: /survey/v4
export { shortVideo } from "./short-video.ts"; // for TikTok: /survey/tt
export { slV2 } from "./sl-v2.ts"; // name and e-mail first: /survey-sl

// Surveys with rules of their own
export { dui } from "./dui.ts"; // pending DUI charges
export { vw3 } from "./vw3.ts"; // car accidents only, its own click window: /survey/vw

// The v4nv family
export { v4nv } from "./v4nv.ts"; // insurance, treatment, funding, hit and run: *surveyv4nv*
export { v4nvEs } from "./v4nv-es.ts"; // in Spanish: /survey/es
export { v4nvRz } from "./v4nv-rz.ts"; // main questions only
export { v4nvEp } from "./v4nv-ep.ts"; // main questions in a straight line
export { v4g } from "./v4g.ts"; // without a description: *surveyv4g*
export { v5nv } from "./v5nv.ts"; // its own thank-you page: *surveyv5nv*
export { v7 } from "./v7.ts"; // a first screen to get started
export { crashComped } from "./crash-comped.ts"; // a lawyer leads straight to funding

// v4nv with one-to-one consent
export { v4nvOneToOne } from "./v4nv-1to1.ts"; // buyers by zip code
export { v4nvD1 } from "./v4nv-d1.ts"; // one fixed buyer
export { v4nvD2 } from "./v4nv-d2.ts"; // five fixed buyers
export { v4nvX1 } from "./v4nv-x1.ts"; // one fixed buyer

// Whole forms, and flows that are no accident surveys
export { onePage } from "./one-page.ts"; // everything on one page: /survey/v5
export { multiStep } from "./multi-step.ts"; // three forms: /g2 /form
export { ticket } from "./ticket.ts"; // traffic tickets
export { benefits } from "./benefits.ts"; // benefits; nothing is posted
