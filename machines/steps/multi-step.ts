import { recording, yesOrNo } from "./build.ts";
import { contactFields } from "./contact-fields.ts";
import { sought } from "./seek-treatment.ts";
import type { Step } from "./step.ts";

/** The first two forms of the multi-step survey (spec 5.3). */

export const formFirstQuestions: Step = {
  name: "FormFirstQuestions",
  words: ["FormFirstQuestions"],
  kind: "form",
  fields: [yesOrNo("physical_injury"), yesOrNo("police_report")],
};

export const formSecondQuestions: Step = {
  name: "FormSecondQuestions",
  words: ["FormSecondQuestions"],
  kind: "form",
  fields: [
    { name: "injury_month", kind: "month" },
    { name: "injury_year", kind: "year" },
    contactFields.zip_code,
    yesOrNo("doctor_treatment"),
    {
      name: "when_seek_medical_treatment",
      kind: "select",
      options: recording("when_seek_medical_treatment", sought),
      onlyWhen: { field: "doctor_treatment", is: "Yes" },
    },
    { name: "case_description", kind: "description" },
  ],
};
