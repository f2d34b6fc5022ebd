import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { StepsPage } from "../../../app/features/screens/route.tsx";

const wanted = { step: "", state: "", language: "es", flags: "theme:calm" } as const;
const screens = [{ step: "AtFault", heading: "Was it your fault?", states: ["at_Fault:missing"] }];
const html = renderToStaticMarkup(
  <StepsPage code="c" wanted={wanted} screens={screens} themes={["default", "calm"]} />,
);

it("each screen is in a frame that is told so, beside a link to it in full size", () => {
  const frames = [...html.matchAll(/<iframe src="([^"]+)" title="([^"]+)"/g)].map(([, src, title]) => [
    src,
    title,
  ]);
  const links = [...html.matchAll(/<a href="(\/graphs\/c\/screen[^"]+)">/g)].map(([, href]) => href);
  expect(frames.map(([src]) => src)).toEqual(links.map((href) => `${href}&amp;framed`));
  expect(frames.map(([, title]) => title)).toEqual(["AtFault, initial", "AtFault, at_Fault: missing"]);
  const asked = links.map((href) =>
    Object.fromEntries(new URLSearchParams(href!.split("?")[1]!.replaceAll("&amp;", "&"))),
  );
  expect(asked).toEqual([
    { language: "es", flags: "theme:calm", step: "AtFault" },
    { language: "es", flags: "theme:calm", step: "AtFault", state: "at_Fault:missing" },
  ]);
});
