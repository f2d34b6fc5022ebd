import { walkEverySurvey } from "../support/engines/walk-every-survey.ts";

walkEverySurvey("chromium");
