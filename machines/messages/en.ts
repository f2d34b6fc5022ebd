import type { Wording } from "./wording.ts";

/** English words of the survey screens. */
export const en: Wording = {
  back: "Back",
  continue: "Continue",
  yourAnswer: "Your answer",
  yourMatch: (firms) => `Your match: ${new Intl.ListFormat("en").format(firms)}`,
  selectOne: "Select one",
  progressLabel: "Progress",
  progressText: (number, total, part) => `Step ${number} of ${total}${part > 1 ? `, part ${part}` : ""}`,
  connectionNote: "Your answers are sent securely.",
  privacyGuarantee: "We use them to look for a law firm for you.",
  whatHappensNext: {
    title: "What happens next",
    accident: [
      "You answer a few short questions about the accident.",
      "We compare your answers with the cases that law firms near you take.",
      "If we find a firm for your case, it may call or text you. The first consultation is free.",
      "You decide what to do next. This service is free.",
    ],
    ticket: [
      "You answer a few short questions about the ticket.",
      "We compare your answers with the cases that law firms in that state take.",
      "If we find a firm for your case, it may call or text you. The first consultation is free.",
      "You decide what to do next. This service is free.",
    ],
    benefits: [
      "You answer three short questions.",
      "We don’t pass on your answers.",
      "This service is free.",
    ],
  },
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
    answersExpired: "Your earlier answers have expired, so we’re starting over with the first question.",
    tooManyAnswers:
      "We got too many answers in a short time. Please wait a few minutes and try again, or call us.",
    pressAgain:
      "Your browser didn’t tell us where your answer came from. It is still here: please press the button again.",
    consentReworded: "The text above the button has changed. Please read it, then press the button again.",
  },
  errorSummaryTitle: "There is a problem",
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
    didYouMean: (email) => `Did you mean ${email}?`,
    phone: "Enter a US phone number with 10 digits, like (212) 555-0142.",
    phoneAbroad: "This looks like a number from outside the United States. Enter a US phone number.",
    phoneRefused: "This phone number doesn’t seem to be in use. Check each digit or use another number.",
    zip: "Enter a US ZIP code with 5 digits, like 33602.",
    zipUnknown:
      "We couldn’t find this ZIP code. Check the five digits. If they are right, try again in a moment.",
    zipOutside:
      "This form takes ZIP codes of the 50 states and Washington, DC, only. Please call us instead.",
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
