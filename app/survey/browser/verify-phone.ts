import type { ProgressQueue } from "./progress-queue.ts";

/** Has a number verified before its answer goes on. @returns false when the visitor wants to change it first */
export type VerifyPhone = (phone: string, queue: ProgressQueue) => Promise<boolean>;
