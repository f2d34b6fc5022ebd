import { daysFrom } from "./days.ts";

daysFrom(1);
