import type { Row } from "./threat.ts";

/** What visitors do, on purpose or not: repeats, tabs, strange texts, lies. */
export const visitors: Record<number, Row> = {
  10: {
    threat: "A lead is sent twice: double click, replay, two devices",
    expected: "One lead and the same answer; what comes from elsewhere or too late is a conflict",
    proofs: {
      "test/site/one-lead.test.ts": [
        "when the button is pressed fifty times at once, by form and by JSON",
        "when every form of it is sent again afterwards",
        "has each stored lead once",
      ],
      "test/site/forgery.test.ts": ["can neither be answered, posted nor read from another browser"],
      "test/journeys/scripts-lost.test.ts": ["makes one lead of a double click on the last button"],
    },
  },
  11: {
    threat: "A survey is open in two tabs",
    expected: "Both show one visit; the tab that is behind overwrites nothing",
    proofs: {
      "test/site/one-lead.test.ts": [
        "when two tabs answer in turns",
        "when two tabs send everything at the same time",
      ],
      "test/journeys/back-and-forth.test.ts": [
        "gives both tabs a consistent screen and makes one lead of them",
      ],
      "test/services/store/store.test.ts": [
        "of 20 tabs that answer at once exactly one is recorded",
        "tells a writer who is behind, or ahead, and writes nothing for them",
      ],
    },
  },
  12: {
    threat: "Back, Forward, a kept page, a reload in mid-step",
    expected: "Earlier answers are shown again, those of a left branch dropped, nothing is sent twice",
    proofs: {
      "test/journeys/back-and-forth.test.ts": ["going back and forth in a survey"],
      "test/journeys/kept-page.test.ts": ["a survey page that the browser kept alive"],
    },
  },
  13: {
    threat: "A visit's log or token is old or forged",
    expected: "The chart is replayed as far as it goes; no end is reached but by the chart's own way",
    proofs: {
      "test/machines/visit/forged-logs.test.ts": [
        "a forged log of $world.label reaches its end only by the chart's own way",
        "at $world.label nothing short of the whole log ends the survey",
      ],
      "test/machines/visit/deploys.test.ts": ["are replayed as far as the chart goes, and keep every answer"],
      "test/site/forgery.test.ts": [
        "a browser that leaves questions out",
        "is not believed when its token was altered, made up or signed by someone else",
      ],
      "test/site/one-lead.test.ts": ["no longer than a week: then it begins again and says so"],
    },
  },
  14: {
    threat: "The browser lies about what only the server may say",
    expected: "The server derives or overlooks it, field by field; buyers' keys never reach a browser",
    proofs: {
      "test/site/forgery.test.ts": ["changes nothing of the lead, by JSON or by form"],
      "test/site/facts.test.ts": ["is its affiliate's, on the lead and at the buyer, and never in a page"],
      "test/site/phone-code.test.ts": ["without an approval the lead says no, whatever the browser claims"],
      "test/site/page-scripts.test.ts": ["and no page holds a key or an account of ours"],
    },
  },
  15: {
    threat: "A body is far too large",
    expected: "413 above 64 KB, the connection ends, memory stays flat",
    proofs: { "test/site/bodies.test.ts": ["too large a body"] },
  },
  16: {
    threat:
      "A body is malformed: broken JSON, wrong types, files, depth, inherited names, many or equal fields",
    expected: "400, 413, 415 or 422 in words, or the question again; never an error of ours",
    proofs: {
      "test/site/bodies.test.ts": [
        "JSON that is not as it should be",
        "forms that are not as they should be",
      ],
      "test/machines/steps/parse-answer.property.test.ts": ["survives posts that are not flat text"],
    },
  },
  17: {
    threat:
      "Text is strange: NUL, half characters, direction marks, joined emoji, two spellings of one letter, ten megabytes",
    expected: "Stored byte for byte through store, export and backup, or refused with a reason",
    proofs: {
      "test/slow/strange-text.test.ts": ["strange text, on $name"],
      "test/machines/steps/bad-input.test.ts": [
        "%s",
        "ten megabytes",
        "what was copied together with invisible characters",
      ],
      "test/machines/steps/parse-answer.property.test.ts": [
        "records every well-formed long text letter by letter",
      ],
      "test/services/store/store.test.ts": ["keeps a visit's log in order and byte for byte"],
      "test/services/commands/csv.test.ts": ["any text comes back as it was, but never as a formula"],
    },
  },
  18: {
    threat: "A text is made to keep a regular expression busy",
    expected: "Work grows with the text's length only, or the length is capped first",
    proofs: {
      "test/tools/threats/hostile-lengths.test.ts": ["what judges a visitor's text"],
      "test/machines/rules/content-filter.test.ts": ["long texts"],
      "test/machines/steps/parse-answer.test.ts": [
        "judges the length before the pattern, whose time grows with its square",
      ],
      "test/machines/steps/bad-input.test.ts": ["ten megabytes"],
    },
  },
  19: {
    threat: "The query is abused: several values, huge numbers, half characters, nested names, 15 KB",
    expected: "Each bad parameter falls back by itself; the survey is there",
    proofs: {
      "test/site/queries.test.ts": ["an abused query still makes a lead: %s"],
      "test/machines/lead/tracking.test.ts": [
        "abuse of oid falls back to the path's offer",
        "abuse of affid falls back to the path's affiliate",
        "abuse of free parameters",
      ],
      "test/site/headers.test.ts": ["are answered without an error of ours: %s"],
    },
  },
};
