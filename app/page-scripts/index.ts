/** All of it in one file, which is asked for where something is configured and nowhere else. */
export { mount } from "./calls.ts";
export { doEffect } from "./effects.ts";
export { startScripts } from "./survey.ts";
