import type { Wording } from "./wording.ts";

/** Rotating phrases before further questions, so that each sounds like a new one. */
const more = ["One more about this", "And one more"];

/** English words of the survey screens. */
export const en: Wording = {
  back: "Back",
  continue: "Continue",
  yourAnswer: "Your answer",
  selectOne: "Select one",
  progressLabel: "Progress",
  progressText: (number, total, part) => (part > 1 ? more[part % 2]! : `Step ${number} of ${total}`),
  connectionNote: "Your answers are sent securely.",
  privacyGuarantee: "We use them to look for a law firm.",
  stages: { accident: "The accident", ticket: "The ticket", case: "Your case", contact: "How to reach you" },
  check: { title: "Check your answers", change: "Change" },
  exactDate: {
    summary: "I know the exact date",
    legend: "Date of the accident",
    hint: "Numbers only, for example 3 27 2024",
    button: "Continue with this date",
  },
  descriptionLength: {
    short: "Please write a little more.",
    enough: "That’s enough. Add more if you like.",
  },
  busy: { checking: "Checking…", sending: "Sending…" },
  sending: "Sending your answers. Please keep this page open.",
  notices: {
    saveFailed: "Your answers didn’t reach us. They are still here: check your connection and try again.",
  },
  errorSummaryTitle: "There is a problem",
  moreErrors: (count) => `And ${count} more`,
  errorPrefix: "Error: ",
  errors: {
    choose: "Select an answer.",
    answerOrDate: "Select an answer, or enter the date.",
    tooShort: "Please tell us a little more. One or two sentences are enough.",
    tooLong: (called) => `Please shorten ${called}.`,
    characters: (called) => `Please type ${called} again. It has characters we can’t read.`,
    thisAnswer: "this answer",
    email: "Enter an email address like name@example.com.",
    emailRefused: "This email address doesn’t seem to work. Check the spelling or use another one.",
    emailBlocked: "We can’t accept this email address. Please use a different one.",
    didYouMean: (email) => `Is it ${email}?`,
    useAddress: "Use this address",
    phone: "Enter a US phone number with 10 digits, like (212) 555-0142.",
    phoneMany: "That’s more than 10 digits. Enter one US phone number, like (212) 555-0142.",
    phoneRefused:
      "We can’t use this phone number. Check each digit, or use another US number that is in use.",
    zip: "Enter a US ZIP code with 5 digits, like 33602.",
    zipUnknown: "We couldn’t find this ZIP code in the 50 states or Washington, DC. Check the five digits.",
    zipUnheardOf: "We don’t know this ZIP code. Check it, or press the button again if it’s right.",
    date: "Enter the date with month, day and year, like 3/27/2024.",
    month: "Enter the month as a number from 1 to 12.",
    day: "Enter the day as a number from 1 to 31.",
    year: "Enter the year with 4 digits, like 2024.",
    noSuchDay: "This month doesn’t have that many days. Check the day.",
    futureDate: "This date is in the future. Enter a date that is today or earlier.",
    futureMonth: "This month is in the future. Check the month and the year.",
    futureYear: "This year is in the future. Check the year.",
    birthDate: "Your date of birth must be before today. Check the year.",
  },
  links: {
    privacy: { text: "Privacy policy", url: "/privacy-policy/" },
    terms: { text: "Terms of use", url: "/terms-of-use/" },
  },
  callUs: (phone) => `Call ${phone}`,
  homePage: "Go to the home page",
};
