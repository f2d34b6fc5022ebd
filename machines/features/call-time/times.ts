/** When a call suits a visitor, by the clock where they are. */
export const callTimes = ["any", "morning", "afternoon", "evening"] as const;

export type CallTime = (typeof callTimes)[number];
