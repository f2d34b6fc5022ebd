import type { Wording } from "./wording.ts";

/** English words of the survey screens. */
export const en: Wording = {
  back: "Back",
  continue: "Continue",
  yourAnswer: "Your answer",
  selectOne: "Select one",
  progressLabel: "Progress",
  progressText: (number, total) => `Step ${number} of ${total}`,
  connectionNote: "Your answers are sent over an encrypted connection.",
  privacyGuarantee: "We use them to look for a law firm for you, as our privacy policy explains.",
  whatHappensNext: {
    title: "What happens next",
    accident: [
      "You answer a few short questions about the accident.",
      "We compare your answers with the cases that law firms near you take.",
      "If there is a match, the firm may call or text you. The first consultation is free.",
      "You decide whether to go on. This service is free.",
    ],
    ticket: [
      "You answer a few short questions about the ticket.",
      "We compare your answers with the cases that law firms in that state take.",
      "If there is a match, the firm may call or text you. The first consultation is free.",
      "You decide whether to go on. This service is free.",
    ],
    benefits: [
      "You answer three short questions.",
      "We do not share your answers with anyone.",
      "This service is free.",
    ],
  },
  exactDate: {
    summary: "I know the exact date",
    legend: "Date of the accident",
    hint: "Numbers only, for example 3 27 2024",
    button: "Continue with this date",
  },
  descriptionCount: {
    missing: (characters) =>
      characters === 1 ? "1 more character needed" : `${characters} more characters needed`,
    enough: "That is long enough. Add more if you like.",
  },
  busy: { checking: "Checking…", sending: "Sending…" },
  sending: "Sending your answers. Please keep this page open.",
  notices: {
    saveFailed:
      "Your answers did not reach us. They are still here: please check your connection and try again.",
    answersExpired: "Your earlier answers have expired, so we start again from the first question.",
    tooManyAnswers:
      "We received too many answers in a short time. Please wait a few minutes, then try again, or call us.",
  },
  errorSummaryTitle: "There is a problem",
  errorPrefix: "Error: ",
  errors: {
    required: (label) => `Please fill in “${label}”.`,
    choose: (label) => (label ? `Choose an answer: “${label}”.` : "Choose one of the answers."),
    tooShort: () => "Please tell us a little more, in at least 20 characters.",
    tooLong: (label) => `“${label}” is too long. Please shorten it.`,
    characters: (label) =>
      `“${label}” has characters we cannot read. Type it again with plain letters, numbers and punctuation.`,
    email: () => "Enter an email address like name@example.com.",
    emailRefused: () =>
      "This email address does not seem to receive mail. Check it for typos or enter another one.",
    emailBlocked: () => "We cannot accept this email address. Please enter a different one.",
    phone: () => "Enter a US phone number with 10 digits, like (212) 555-0142.",
    phoneRefused: () =>
      "This phone number does not seem to be in use. Check each digit or enter another number.",
    zip: () => "Enter a US ZIP code with 5 digits, like 33602.",
    zipUnknown: () => "We could not find this ZIP code. Check it, or try again in a moment.",
    date: () => "Enter a real date with month, day and year, like 3 27 2024.",
    month: () => "Enter the month as a number from 1 to 12.",
    year: () => "Enter the year with 4 digits, like 2024.",
    futureDate: () => "The date must be today or earlier.",
    birthDate: () => "Enter your date of birth, a day before today.",
  },
  links: {
    privacy: { text: "Privacy policy", url: "/privacy-policy/" },
    terms: { text: "Terms of use", url: "/terms-of-use/" },
  },
  callUs: (phone) => `Call ${phone}`,
  homePage: "Go to the home page",
};
