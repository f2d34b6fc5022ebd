import type { Row } from "./threat.ts";

/** What somebody tries to make of the site. */
export const attacks: Record<number, Row> = {
  20: {
    threat: "Markup comes in by the query, the referrer or a form",
    expected: "It is text in every page; the content security policy reports nothing",
    proofs: {
      "test/site/headers.test.ts": ["gets no text of the query into the page as markup"],
      "test/site/bare-answers.test.ts": [
        "has a new nonce each time, and every script and style on a page carries it",
      ],
      "test/site/limits.test.ts": ["is shown at %s, in its language, a page that holds what was typed"],
      "test/journeys/ad-click-to-lead.test.ts": [
        "goes question by question with JavaScript; the lead is stored and sent",
      ],
    },
  },
  21: {
    threat: "A link leads through the site to somewhere else",
    expected:
      "Thank-you paths are from the charts; a click's address is the configured one with encoded parameters",
    proofs: {
      "test/site/forgery.test.ts": ["cannot choose where its thanks are, nor another one's"],
      "test/site/queries.test.ts": ["no address leads to another host: %s"],
      "test/machines/rules/click-window.test.ts": [
        "tells the click tracker whose click it is, beside what its address already says",
      ],
    },
  },
  22: {
    threat: "The window for disqualified visitors is blocked, or reaches back to our page",
    expected: "It has no opener and no referrer; when it is blocked the survey goes on",
    proofs: {
      "test/journeys/click-window.test.ts": [
        "has the click's own parameters",
        "knows nothing of the page that opened it",
        "is no matter where the browser blocks it",
      ],
    },
  },
  23: {
    threat: "The server is made to call somewhere",
    expected: "Only listed hosts are called; what visitors give is digits, or is never an address",
    proofs: {
      "test/services/providers/http.test.ts": [
        "callJson › does not follow a redirect",
        "takes scheme and port of a listed place into account",
        "never calls %s, which is not on its list",
      ],
      "test/services/providers/zip-lookup.test.ts": ["puts nothing but five digits into an address"],
      "test/services/providers/certificates.test.ts": [
        "at %s is set aside: nobody is called, and no key leaves",
      ],
      "test/services/providers/pre-population.test.ts": ["is not asked about the affiliate %j"],
    },
  },
  24: {
    threat: "Line breaks and signs get into headers, logs, mail addresses, chat alerts or a terminal",
    expected: "Refused or escaped; each log line is one JSON object; the alert says nothing of the visitor",
    proofs: {
      "test/site/headers.test.ts": ["are answered without an error of ours: %s"],
      "test/site/queries.test.ts": ["line breaks stay out of headers and log lines"],
      "test/services/observe/log.test.ts": ["no text breaks out of its line"],
      "test/site/logs.test.ts": ["is, once it runs, one JSON object per line with known keys only"],
      "test/site/blocked-email.test.ts": [
        "is reported to the chat once, with survey, affiliate and the address masked",
      ],
      "test/services/commands/text.test.ts": ["a visitor's text cannot drive the operator's terminal"],
    },
  },
  25: {
    threat: "A cell of an export is a formula",
    expected: "An apostrophe is before it; all else comes back as it was",
    proofs: {
      "test/services/commands/csv.test.ts": [
        "any text comes back as it was, but never as a formula",
        "numbers, lists and nothing",
      ],
      "test/slow/commands.test.ts": ["export gives one table for a spreadsheet"],
    },
  },
  26: {
    threat: "Another site posts in a visitor's name",
    expected: "403 at every address that takes posts; the cookie is HttpOnly, SameSite=Lax and __Host-",
    proofs: {
      "test/site/origin.test.ts": ["a post from elsewhere", "a post of our own pages"],
      "test/site/bare-answers.test.ts": ["can have the Observatory's best grade and says what it is: %s"],
    },
  },
  27: {
    threat: "The cookie is altered",
    expected: "Any changed byte makes it none: a new session and a page, nobody's answers",
    proofs: {
      "test/site/bodies.test.ts": ["a cookie that was altered"],
      "test/services/guard/signing.test.ts": [
        "a change of any one character breaks it",
        "never throws at strange tokens",
      ],
    },
  },
  28: {
    threat: "Bots post 10,000 times a minute",
    expected:
      "They get 429; a real visitor reaches the end by forms and in a browser; signs of bots only flag a lead",
    proofs: {
      "test/slow/flood.test.ts": ["10,000 posts a minute keep no visitor from the thanks"],
      "test/services/guard/post-limits.test.ts": ["limits of posts", "limits of posts on $name"],
      "test/site/signs.test.ts": ["a survey's last step"],
    },
  },
  29: {
    threat: "A proof of work is used again",
    expected: "A solution counts once",
    proofs: {
      "test/site/proof-of-work.test.ts": ["takes a proof once"],
      "test/services/guard/proof-of-work/proof-of-work.test.ts": [
        "is taken once",
        "expires after two minutes",
        "are taken once by all processes together, also when they come at once",
      ],
    },
  },
  30: {
    threat: "X-Forwarded-For is made up",
    expected: "Only what the trusted proxies appended counts",
    proofs: {
      "test/site/limits.test.ts": ["cannot name another address, and does not keep others from their survey"],
      "test/app/server/client-address.test.ts": ["the visitor's address"],
    },
  },
  32: {
    threat: "Codes are guessed, or texts are pumped",
    expected: "Sends and tries are capped on the server, by number, session and network, in every process",
    proofs: {
      "test/services/providers/phone-code/limits.test.ts": ["limits of codes on $name"],
      "test/site/phone-code.test.ts": ["can be tried fifteen times an hour", "a code is refused to"],
    },
  },
};
