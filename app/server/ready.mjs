/**
 * `npm run ready`: installs and builds what is missing and starts nothing, so that a release can be prepared beside the
 * running one.
 */
import "./install.mjs";
import { ensureBuilt } from "./prepare.mjs";

ensureBuilt();
