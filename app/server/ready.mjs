/** `npm run ready`: installs and builds what is missing and starts nothing, so that a release can be made beside the one that serves. */
import { demandNode, ensureBuilt, ensureInstalled } from "./prepare.mjs";

demandNode();
ensureInstalled();
ensureBuilt();
