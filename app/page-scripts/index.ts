/** All of it in one file, which is loaded only where something is configured. */
export { mount } from "./calls.ts";
export { doEffect } from "./effects.ts";
export { startScripts } from "./survey.ts";
