/** `npm run ready`: installs and builds what is missing and starts nothing, so that a release can be made beside the one that serves. */
import "./install.mjs";
import { ensureBuilt } from "./prepare.mjs";

ensureBuilt();
