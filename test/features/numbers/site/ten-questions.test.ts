import { beforeAll, describe, expect, it } from "vitest";
import { variants } from "../../../../machines/registry.ts";
import { dwellClass, dwellTime, packDwells } from "../../../../services/analytics/dwell.ts";
import { viewOfVariant } from "../../../../services/analytics/session.ts";
import { machineVersion } from "../../../../services/visits/machine-version.ts";
import { chartsToken, withCharts } from "../../../support/console-people.ts";
import { postgres, sqlite, storeAt } from "../../../support/databases.ts";
import { siteOnDatabase } from "../../../support/during.ts";
import { send } from "../../../support/send.ts";
import { parseCsv } from "../../../support/tables.ts";

/**
 * An analyst's ten questions on visits with a known truth: a list that is planted as it is, each answer to which is
 * counted here by hand. Two hundred visits of two charts, with a release between them; asked seven minutes after the
 * release, when nobody who came since has been followed up, and an hour after it, on another kind of store.
 */

const c = variants.get("c")!;
const [before, today] = ["0123456789ab", machineVersion(c)];
/** The way to a lead, question by question; the chart before the release asked one more. */
const questions = {
  [today]: [
    "WhenWasTheAccident",
    "OtherDriversVehicleType",
    "AtFault",
    "WasUserInjured",
    "PoliceReportFiled",
    "HasLawyer",
  ],
  [before]: [
    "WhenWasTheAccident",
    "OtherDriversVehicleType",
    "AtFault",
    "RoadSurface",
    "WasUserInjured",
    "PoliceReportFiled",
    "HasLawyer",
  ],
} as const;
const rest = [
  "IncidentDescription",
  "NameAndEmail.asking",
  "NameAndEmail.checkingEmail",
  "PhoneAndZip.asking",
  "PhoneAndZip.lookingUpZip",
  "PhoneAndZip.checkingPhone",
  "submitting.checkingGibberish",
  "submitting.exchangingLeadData",
  "submitting.posting",
  "thankYou",
];

type Planted = {
  version: string;
  device: "phone" | "desktop";
  affiliate: string;
  /** Where it was left; undefined of a lead. */
  leftAt?: string;
  dqReason?: string;
  isRefused?: true;
  wentBack?: true;
  emailFailed?: true;
  /** Milliseconds for each of its moves. */
  pace: number;
};

/** Who leaves where, by place in the list: every `every`th visit from `first` on. */
const planted: Planted[] = [before, today].flatMap((version) => {
  const [size, leaves] =
    version === before
      ? [116, { AtFault: 13, IncidentDescription: 15, "NameAndEmail.asking": 12 }]
      : [103, { AtFault: 6, IncidentDescription: 19, "NameAndEmail.asking": 15 }];
  const left = Object.entries(leaves).flatMap(([place, count]) => Array<string>(count).fill(place));
  return Array.from({ length: size }, (_, at): Planted => {
    const leftAt = left[at];
    const isLead = leftAt === undefined;
    return {
      version,
      device: at % 3 === 0 ? "desktop" : "phone",
      // Nearly all visitors of affiliate 44 have left.
      affiliate: (isLead ? at % 12 === 0 : at % 3 > 0) ? "44" : "7",
      leftAt,
      ...(isLead && at % 9 === 4 && { dqReason: "have_attorney|yes" }),
      ...(isLead && at % 5 === 0 && { isRefused: true as const }),
      ...(isLead && at % 7 === 0 && { wentBack: true as const }),
      ...(isLead && version === before && at % 4 === 0 && { emailFailed: true as const }),
      pace: 1_000 + 7 * (at % 40) + (at % 3 === 0 ? 0 : 40),
    };
  });
});

function sessionOf(visit: Planted, begun: number) {
  const way = [...questions[visit.version]!, ...rest];
  const end = visit.leftAt === undefined ? way.length : way.indexOf(visit.leftAt) + 1;
  const items = way.slice(0, end).flatMap((place) => {
    if (place === "HasLawyer" && visit.wentBack) return [">HasLawyer", "~PoliceReportFiled", ">HasLawyer"];
    if (place === "NameAndEmail.checkingEmail")
      return [
        ...(visit.isRefused ? ["-lastName"] : []),
        `>${place}`,
        `=checkEmail,${visit.emailFailed ? "unavailable" : "ok"}`,
      ];
    return [`>${place}`];
  });
  const moves = items.filter((item) => /^[>~]/.test(item)).length;
  const dwells = Array.from({ length: moves }, (_, at) => (at === 0 ? 0 : dwellClass(visit.pace)));
  const took = dwells.reduce((sum, each) => sum + dwellTime(each), 0);
  const result = visit.leftAt !== undefined ? "open" : visit.dqReason ? "disqualified" : "qualified";
  return {
    took,
    session: {
      source: {
        variant: "c",
        path: "/survey/c",
        offer: "",
        affiliate: visit.affiliate,
        subId: "",
        version: visit.version,
        device: visit.device,
        language: "en",
        flags: "",
        scripts: "on",
        simulated: false,
      },
      trace: { variant: "c", items: items.join(" "), place: way[end - 1]! },
      day: Math.floor((begun - 5 * 3_600_000) / 86_400_000),
      hour: Math.floor(begun / 3_600_000),
      result,
      dqReason: visit.dqReason ?? "",
      dwells: packDwells(dwells),
    },
  };
}

const minute = 60_000;
const titles = new Map(viewOfVariant({ variant: c }).nodes.map(({ id, title }) => [id, title]));
const wayOf = ({ version }: Planted) => [...questions[version]!, ...rest];
/** True for a visit that came to a place. */
const cameTo = (place: string) => (visit: Planted) => {
  const way = wayOf(visit);
  return (
    way.includes(place) && (visit.leftAt === undefined || way.indexOf(visit.leftAt) >= way.indexOf(place))
  );
};
const isLead = ({ leftAt }: Planted) => leftAt === undefined;
const percent = (part: number, whole: number) => Number(((100 * part) / whole).toFixed(1));
const middle = (sorted: number[]) =>
  (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;

describe.each([
  { ago: 7, ...sqlite },
  { ago: 60, ...postgres },
])("$ago minutes after a release, on $name", ({ ago, start }) => {
  const { site } = siteOnDatabase(start, () => withCharts);
  const headers = { Authorization: `Bearer ${chartsToken}` };
  const get = async (path: string) => {
    const { status, text } = await send(site.url, path, { headers });
    expect(status, path).toBe(200);
    return text.replaceAll("<!-- -->", "");
  };
  const numbers = "/graphs/c/numbers";
  const table = async (name: string, query = "") => {
    const [heads, ...lines] = parseCsv(await get(`${numbers}/${name}.csv?${query}`));
    return lines.map((cells) => Object.fromEntries(cells.map((cell, at) => [heads![at]!, cell])));
  };
  const row = (rows: Record<string, string>[], name: string) =>
    rows.find((each) => Object.values(each)[0] === name)!;
  /** The visits that have been followed up. */
  const judged = planted.filter(({ version }) => ago === 60 || version === before);
  const isReleaseJudged = ago === 60;
  const sides = `show=sides&rows=all&a.version=${before}&b.version=${today}`;
  let released = 0;

  beforeAll(async () => {
    released = Date.now() - ago * minute;
    let clock = 0;
    const store = await storeAt(site.databaseUrl, { now: () => clock });
    for (const [at, visit] of planted.entries()) {
      const begun =
        visit.version === before
          ? // An hour in which a service fails, and other hours the day before.
            released - 86_400_000 - (visit.emailFailed ? 0 : (1 + (at % 5)) * 3_600_000)
          : released + (at - 116) * 2_000;
      const { session, took } = sessionOf(visit, begun);
      const id = `ten-${String(at).padStart(3, "0")}`;
      const stored = { id, sessionId: id, variant: "c", machineVersion: visit.version };
      clock = begun + took;
      await store.visits.append(stored, 0, [
        { at: begun, kind: "entry", body: { path: "/survey/c", query: {}, referer: "" } },
      ] as never);
      // The site may have rolled up the visit by now: the reader of more of it is trusted.
      await store.analytics.keep([
        { visitId: id, entries: 2, session: { visitId: id, ...session } as never },
      ]);
    }
    await store.close();
  });

  it.each<[question: string, answer: () => Promise<unknown>, truth: () => unknown]>([
    [
      "Where do visitors leave, and on which device?",
      async () => {
        const steps = row(await table("devices"), titles.get("IncidentDescription")!);
        return ["phone", "desktop"].flatMap((device) => [
          Number(steps[`${device}: sessions`]),
          Number(steps[`${device}: drop-off (%)`]),
        ]);
      },
      () =>
        ["phone", "desktop"].flatMap((device) => {
          const [all, came] = [planted, judged].map((visits) =>
            visits.filter((visit) => visit.device === device && cameTo("IncidentDescription")(visit)),
          );
          return [
            all!.length,
            percent(came!.filter(({ leftAt }) => leftAt === "IncidentDescription").length, came!.length),
          ];
        }),
    ],
    [
      "Which question costs most leads?",
      async () => {
        const [worst] = await table("leaks");
        const [next] = /Most leads are lost at .*? went no further/.exec(await get("/graphs/numbers"))!;
        return [worst!.Step, Number(worst!["Dropped off"]), next.includes(worst!.Step!)];
      },
      () => {
        const lost = ["AtFault", "IncidentDescription", "NameAndEmail.asking"].map((place) => {
          const came = judged.filter(cameTo(place));
          const left = came.filter(({ leftAt }) => leftAt === place).length;
          return { place, left, leads: (left * came.filter(isLead).length) / (came.length - left) };
        });
        const [{ place, left }] = lost.sort((one, other) => other.leads - one.leads) as [
          (typeof lost)[number],
        ];
        return [titles.get(place), left, true];
      },
    ],
    [
      "Is affiliate 44 worse?",
      async () => {
        const own = row(await table("cells", "show=values&by=affiliate"), "44");
        const isNext = (await get("/graphs/numbers")).includes(
          "Visitors of affiliate 44 make fewer leads at c",
        );
        return [Number(own.Sessions), Number(own["Conversion (%)"]), own["Versus the rest"], isNext];
      },
      () => {
        const [all, own] = [planted, judged].map((visits) =>
          visits.filter(({ affiliate }) => affiliate === "44"),
        );
        return [all!.length, percent(own!.filter(isLead).length, own!.length), "lower", true];
      },
    ],
    [
      "How long does it take?",
      async () => {
        const page = await get(numbers);
        const [, card] = /Time to complete<\/dt>(.*?)<\/div>/.exec(page)!;
        const rows = parseCsv(await get("/graphs/c/sessions/csv"));
        const at = (name: string) => rows[0]!.indexOf(name);
        const exported = rows
          .slice(1)
          .filter((cells) => cells[at("result")]!.endsWith("qualified"))
          .map((cells) => Number(cells[at("lasted_s")]))
          .sort((one, other) => one - other);
        return [
          /<strong>([^<]+)/.exec(card!)![1],
          `${middle(exported).toFixed(1)} s`,
          /phone ([\d.]+ s)/.exec(card!)![1],
        ];
      },
      () => {
        const of = (visits: Planted[]) =>
          `${(
            middle(
              visits
                .filter(isLead)
                .map((visit) => sessionOf(visit, 0).took)
                .sort((one, other) => one - other),
            ) / 1000
          ).toFixed(1)} s`;
        return [of(planted), of(planted), of(planted.filter(({ device }) => device === "phone"))];
      },
    ],
    [
      "How many does today's chart lead along the most common way?",
      async () => {
        const page = await get(numbers);
        const [, path] = /Happy path<\/dt><dd><strong>([\d,]+)/.exec(page)!;
        // Sessions on the edge that is no longer drawn are noted beside the share of the drawn one.
        return [Number(path), /(\d+)%, older chart (\d+)%/.exec(page)!.slice(1).map(Number)];
      },
      () => {
        const came = judged.filter(cameTo("AtFault"));
        const on = came.filter(({ leftAt }) => leftAt !== "AtFault");
        return [
          planted.filter((visit) => isLead(visit) && !visit.wentBack && visit.version === today).length,
          [today, before].map((version) =>
            Math.round((100 * on.filter((visit) => visit.version === version).length) / came.length),
          ),
        ];
      },
    ],
    [
      "Which service failed, and when?",
      async () =>
        /The service (\w+) was down for visitors of c: ([\d,]+) of/
          .exec(await get("/graphs/numbers"))!
          .slice(1),
      () => ["checkEmail", String(planted.filter(({ emailFailed }) => emailFailed).length)],
    ],
    [
      "What changed since the release?",
      async () => {
        const rows = await table("drop-off", sides);
        const page = await get(`${numbers}?${sides}`);
        return [
          rows.filter((each) => each["Significant?"] === "yes" || each.Significant === "yes").length,
          ["AtFault", "IncidentDescription", "NameAndEmail.asking"].map((place) => {
            const own = row(rows, titles.get(place)!);
            return [own["A (%)"], own["B (%)"]].map((rate) => (rate === "" ? null : Number(rate)));
          }),
          page.includes("so there are no rates yet, and nothing is compared: the first can be judged from"),
        ];
      },
      () => [
        0,
        ["AtFault", "IncidentDescription", "NameAndEmail.asking"].map((place) =>
          [before, today].map((version) => {
            const came = judged.filter((visit) => visit.version === version && cameTo(place)(visit));
            return came.length === 0
              ? null
              : percent(came.filter(({ leftAt }) => leftAt === place).length, came.length);
          }),
        ),
        !isReleaseJudged,
      ],
    ],
    [
      "Which question and guard disqualify?",
      async () => {
        const leads = row(
          (await table("leads")).filter((each) => each.Qualified === "no"),
          "no",
        );
        const [links] = /have_attorney\|yes<.*?<\/tr>/s.exec(await get(numbers))!;
        return [
          leads["Disqualification reason"],
          Number(leads.Leads),
          links.includes('href="/graphs/c?at=HasLawyer"'),
        ];
      },
      () => ["have_attorney|yes", planted.filter(({ dqReason }) => dqReason).length, true],
    ],
    [
      "Where do they go back?",
      async () => {
        const [most] = await table("moves-back");
        return [most!.From, most!.To, Number(most!.Sessions)];
      },
      () => [
        titles.get("HasLawyer"),
        titles.get("PoliceReportFiled"),
        planted.filter(({ wentBack }) => wentBack).length,
      ],
    ],
    [
      "Which field is refused?",
      async () => {
        const [most] = await table("refusals");
        const isNext = (await get("/graphs/numbers")).includes("The field lastName is refused most");
        return [most!.Field, Number(most!.Times), isNext];
      },
      () => ["lastName", planted.filter(({ isRefused }) => isRefused).length, true],
    ],
  ])("%s", async (_, answer, truth) => {
    expect(await answer()).toEqual(truth());
  });
});
