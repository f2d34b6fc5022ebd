export { c } from "./c.ts";
