import { type Check, findingOf } from "./check.ts";

/** What moves although the visitor asks for calm. */
export const motion: Check = async (page) => {
  const nodes = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect : []))
      .filter((effect) => effect.getKeyframes().some((frame) => "transform" in frame))
      .map(({ target }) => target?.outerHTML.slice(0, 200) ?? ""),
  );
  return findingOf("motion", "Nothing moves for who asks for reduced motion", nodes);
};
