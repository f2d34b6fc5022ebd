/**
 * Installs the packages that the lock file names, and with them the Node that runs everything else; with `--checks` also
 * those that only checks and tools need.
 */
import { demandNode, ensureInstalled } from "./prepare.mjs";

demandNode();
ensureInstalled({ checks: process.argv.includes("--checks") });
