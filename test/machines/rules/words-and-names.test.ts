import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hasBadWords,
  isHitAndRun,
  isOnFirstList,
  isOnSecondList,
  matcherOf,
  wordsOf,
} from "../../../machines/rules/content-filter.ts";
import { isGibberishName } from "../../../machines/rules/gibberish-name.ts";
import contentListEn from "../../../machines/rules/phrases/content-list.en.json" with { type: "json" };
import contentListEs from "../../../machines/rules/phrases/content-list.es.json" with { type: "json" };
import { holds } from "../../support/holds.ts";

describe("the content filter", () => {
  describe("the lists", () => {
    const named =
      "gift card, sweepstakes, cash app, free, money, tarjeta de regalo, sorteo, gratis, dinero".split(", ");
    it.each([
      "Free GIFT-CARD!",
      "I don’t need a lawyer",
      "I dont need a lawyer",
      "i do not  need\na lawyer",
      "NO NECESITO ABOGADO",
      "es un cabron",
      "no tuve ningun accidente",
      "sent from my iPhone",
      ...named.map((phrase) => `They said ${phrase.toUpperCase()}.`),
    ])("first, with what the specification names: %s", holds(457), (text) => {
      expect([isOnFirstList(text), hasBadWords(text)]).toEqual([true, true]);
    });

    const namedSecond =
      "hit and run, left the scene, work injury, 5 years ago, darse a la fuga, hace 5 años".split(", ");
    it.each([
      "This was three years ago",
      "hace 3 años",
      "I got hurt at work",
      "me lastimé en el trabajo",
      "No, thank you.",
      "The driver left the scene",
      ...namedSecond.map((phrase) => `He said ${phrase.toUpperCase()}.`),
    ])("second, with what the specification names: %s", holds(458), (text) => {
      expect([isOnFirstList(text), isOnSecondList(text), hasBadWords(text)]).toEqual([false, true, true]);
    });

    it.each([
      ["It was a hit-and-run on Main Street", true],
      ["El otro conductor se dio a la fuga", true],
      ["He hit me and drove off", true],
      ["This was three years ago", false],
    ])("hit and run in %s: %s", holds(310), (text, expected) => {
      expect(isHitAndRun(text)).toBe(expected);
    });

    it.each([
      "I was stopped at a red light in Essex when a pickup ran into the back of me. My neck hurts.",
      "Me chocaron por detrás en el semáforo y me duele la espalda desde entonces.",
      "The freeway was closed and a truck hit my door; the hospital kept me overnight.",
      "El niño y mi señora iban conmigo. Número de reporte en mano.",
      "",
    ])("lets an honest sentence pass: %s", (text) => {
      expect(hasBadWords(text)).toBe(false);
    });

    it("have every group in both languages, and no competitor's name", holds(456), () => {
      expect(Object.keys(contentListEs)).toEqual(Object.keys(contentListEn));
      for (const list of [contentListEn, contentListEs]) {
        expect(list.competitors).toEqual([]);
        expect(Object.values(list).flat().length).toBeGreaterThan(150);
      }
    });

    it("are in no file that the browser loads with a step", () => {
      const folder = new URL("../../../machines/", import.meta.url);
      const steps = readdirSync(new URL("steps/", folder)).map((file) => `steps/${file}`);
      const files = ["fields/parse-answer.ts", "rules/dates.ts", ...steps];
      for (const file of files) {
        expect(readFileSync(new URL(file, folder), "utf8")).not.toMatch(/content-filter|phrases\//);
      }
    });
  });

  describe("a match is proof against", () => {
    it.each([
      ["case", "GiFt CaRd"],
      ["punctuation between words", "gift -- card"],
      ["punctuation around words", "(gift card)!!!"],
      ["lines", "gift\n\tcard"],
      ["accents added", "gíft cárd"],
      ["accents left out", "no necesito ningun abogado"],
      ["combining accents", "coco cocai\u0301na"],
      ["inverted signs", "¿¡Tarjeta de regalo!?"],
      ["emoji", "🎁gift🙂card🎁"],
      ["soft hyphens", "gift ca\u00adrd"],
      ["invisible characters", "gi\u200bft c\u2060ard"],
      ["typographic apostrophes", "I don’t need a lawyer"],
    ])("%s", holds(455), (_, text) => {
      expect(isOnFirstList(text)).toBe(true);
    });

    it.each(["gifted cardinal", "agift card", "gift  of a card", "freedom", "moneys", "catalog", "dogs1"])(
      "words within words: %s",
      (text) => {
        expect(isOnFirstList(text)).toBe(false);
      },
    );
  });

  describe("long texts", holds("T18"), () => {
    /** Every phrase without its last word, where that leaves none: the worst case of a search. */
    const almost = [contentListEn, contentListEs]
      .flatMap((list) => Object.values(list).flat())
      .map((phrase) => wordsOf(phrase).slice(0, -1).join(" "))
      .filter((words) => !isOnFirstList(words))
      .join(" xx ");

    it.each([
      ["almost every phrase", `${almost} xx `],
      ["one word", "a"],
      ["nothing but accents", "\u0301"],
      ["nothing but apostrophes", "'"],
      ["single letters", "a "],
      ["emoji", "🙂"],
    ])("of 100 kB are judged: %s", (_, piece) => {
      const text = piece.repeat(Math.ceil(100_000 / piece.length));
      expect(isOnFirstList(text)).toBe(false);
      expect(isOnFirstList(`${text} gift card`)).toBe(true);
    });
  });

  describe("whole words", () => {
    const word = fc.constantFrom(
      "no",
      "yes",
      "free",
      "freeway",
      "años",
      "don't",
      "Gift",
      "card",
      "cards",
      "x",
    );
    const phrases = fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 6 });
    const gap = fc.constantFrom(" ", "  ", "-", ", ", "\n", "! ");

    it("a phrase is found only where its words are adjacent", holds(455), () => {
      fc.assert(
        fc.property(phrases, fc.array(word, { maxLength: 12 }), gap, (phrases, text, gap) => {
          const line = (words: string[]) => ` ${words.map((each) => wordsOf(each)[0]).join(" ")} `;
          const expected = phrases.some((phrase) => line(text).includes(line(phrase)));
          expect(matcherOf(phrases.map((phrase) => phrase.join(" ")))(text.join(gap))).toBe(expected);
        }),
      );
    });

    it("accepts any text and any phrase", () => {
      fc.assert(
        fc.property(
          fc.array(fc.string({ unit: "binary" })),
          fc.string({ unit: "binary" }),
          (phrases, text) => {
            expect(typeof matcherOf(phrases)(text)).toBe("boolean");
          },
        ),
        { numRuns: 20 },
      );
      expect(matcherOf(["__proto__", "constructor"])("the constructor")).toBe(true);
      expect(matcherOf([])("constructor __proto__")).toBe(false);
      expect(matcherOf(["!!", ""])("anything")).toBe(false);
    });
  });
});

describe("the check of a name", () => {
  const rules = { oid: "81", reservedSurnames: ["Acme"] };

  it.each([
    "Ana",
    "Dr. María Núñez",
    "Mr John Q. Public Jr.",
    "John Smith, Ph.D.",
    "Mrs. O'Brien-Schmidt",
    "Lynn Kyd",
    "J. R.",
    "X",
    "",
    "Étienne",
    "Søren",
    "Aaron Bookkeeper",
    "Иван",
    "王小明",
    "Acmeson",
    "Jo Li",
    "Smith,Jr.",
    "John (Sr)",
    "St. John",
    "St.John",
    "Dr.Smith",
    "Mr.Jones",
    "Smith-Jr",
    "Smith;Ph.D.",
    "Dr/Ana",
    "Md-Rahman",
  ])("the name %s counts as honest", holds(426, 430, 431, 435), (name) => {
    expect(isGibberishName(name, rules)).toBe(false);
  });

  const titles = ["Dr", "Mr", "Mrs", "Ms", "Prof", "Rev", "Mx", "Sgt", "St"];
  const suffixes = [
    "Jr",
    "Sr",
    "II",
    "III",
    "IV",
    "PhD",
    "Ph.D",
    "MD",
    "M.D",
    "Esq",
    "RN",
    "JD",
    "DDS",
    "DVM",
  ];

  describe("titles and suffixes are no part of a name", () => {
    it.each([...titles.map((title) => [title, "Ana"]), ...suffixes.map((suffix) => ["Ana", suffix])])(
      "%s %s, with or without a dot",
      holds(428, 429, 430),
      (first, last) => {
        expect(isGibberishName(`${first} ${last}`, rules)).toBe(false);
        expect(isGibberishName(`${first}. ${last}.`, rules)).toBe(false);
        expect(isGibberishName(`${first}, ${last}`.toUpperCase(), rules)).toBe(false);
      },
    );

    it.each(["Dr. Xkcdq Jr.", "Dr.Xkcdq", "Xkcdq-Jr", "Drx", "Mrq", "Jrn"])(
      "as separate words, and do not excuse the rest of it: %s",
      (name) => {
        expect(isGibberishName(name, rules)).toBe(true);
      },
    );
  });

  describe("mash", () => {
    it.each([
      ["no vowel", "Sdfg"],
      ["no vowel, two letters", "Ng"],
      ["a letter three times in a row", "Aaan"],
      ["the same under accents and cases", "Aáàn"],
      ["five consonants in a row", "Abcdfga"],
      ["six of them", "Abcdfghe"],
      ["one bad token of two", "Ana Xkcdq"],
      ["digits", "Ana 123"],
      ["a reserved surname", " ácme "],
    ])("%s: %s", holds(426, 427, 432, 433, 434), (_, name) => {
      expect(isGibberishName(name, rules)).toBe(true);
    });

    it("allows four consonants and a pair of equal letters", holds(433, 434), () => {
      expect(isGibberishName("Abcdfe Aan", rules)).toBe(false);
    });
  });

  describe("the offer", () => {
    it.each(["516", "180", "330"])("%s skips the check", holds(425), (oid) => {
      expect(isGibberishName("Xkcdq", { ...rules, oid })).toBe(false);
      expect(isGibberishName("Acme", { ...rules, oid })).toBe(false);
    });

    it.each(["81", "136", "51", "5160", "1500", ""])("%j does not", holds(425), (oid) => {
      expect(isGibberishName("Xkcdq", { ...rules, oid })).toBe(true);
      expect(isGibberishName("Acme", { ...rules, oid })).toBe(true);
    });
  });
});
