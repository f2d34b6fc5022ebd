/** Installs the packages that the lock file names, and with them the Node that runs everything else. */
import { demandNode, ensureInstalled } from "./prepare.mjs";

demandNode();
ensureInstalled();
