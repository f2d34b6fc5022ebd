import { reworded } from "./build.ts";
import { contactStep } from "./contact-fields.ts";
import type { Step } from "./step.ts";

export const nameAndEmail = contactStep("NameAndEmail", "firstName", "lastName", "email");

/** The step as the progress-bar survey asks it, in its order. */
export const emailAndName = contactStep("NameAndEmail", "email", "firstName", "lastName");

/** Where names and email come first, nothing is "almost done". */
export const nameAndEmailFirst = reworded(nameAndEmail, "nameAndEmailFirst");
export const socialDropPII = reworded(nameAndEmailFirst, "SocialDropPII");

export const dateOfBirth: Step = {
  name: "DateOfBirth",
  words: ["DateOfBirth"],
  kind: "date",
  fields: [{ name: "date_of_birth", kind: "birthDate", autocomplete: "bday" }],
};

export const zipCode = contactStep("ZipCode", "zip_code");
