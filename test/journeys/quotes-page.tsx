import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { mount } from "../../app/site/carousel.ts";
import { Testimonials } from "../../app/site/testimonials.tsx";
import type { Language } from "../../machines/steps/step.ts";
import "../../app/styles/global.css";

/** A page with the sample quotes, which the site shows while developing only, and with something to focus beside them. */
const language = document.documentElement.lang as Language;
flushSync(() =>
  createRoot(document.getElementById("root")!).render(
    <main>
      <h1>Test</h1>
      <button type="button">Elsewhere</button>
      <Testimonials language={language} topic="accident" samples />
      {/* Room to scroll the quotes out of view. */}
      <svg width="1" height="2000" aria-hidden="true" />
    </main>,
  ),
);

/** Called by the test, as the site's loader of islands does. */
Object.assign(window, {
  comeAlive: () => mount(document.querySelector<HTMLElement>("[data-island=carousel]")!),
});
