import { writeFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { ChartDrawing } from "../app/graphs/chart-drawing.tsx";
import { layOut } from "../app/graphs/files/lay-out.ts";
import { graphOf } from "../machines/graph/graph.ts";
import { viewOf } from "../machines/graph/view.ts";
import { variants } from "../machines/registry.ts";
import { phoneCodeMachine } from "../machines/site/phone-code.ts";
import { chromium } from "playwright-core";
const t0 = performance.now();
const codes = process.argv.slice(2);
const list = [...variants.values(), { code: "phone-code", machine: phoneCodeMachine as any }].filter(v => !codes.length || codes.includes(v.code));
const svgs: [string, string, number][] = [];
for (const v of list) { const view = viewOf(graphOf(v)); const layout = layOut(view); svgs.push([v.code, renderToStaticMarkup(<ChartDrawing view={view} layout={layout} />), layout.width]); console.log(v.code, layout.width, layout.height); }
console.log(performance.now() - t0, "ms");
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const [code, svg] of svgs) { writeFileSync(`/tmp/gx/${code}.svg`, svg);
 for (const w of [390, 1440]) { const p = await b.newPage({ viewport: { width: w, height: 900 }, deviceScaleFactor: w === 390 ? 2 : 1 });
 await p.setContent(`<body style="margin:0"><style>svg{max-width:100%;height:auto;display:block;margin:auto}</style>${svg}`); await p.screenshot({ path: `/tmp/gx/${code}-${w}.png`, fullPage: true }); await p.close(); } }
await b.close();
