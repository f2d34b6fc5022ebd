import { walkEverySurvey } from "./walk-every-survey.ts";

walkEverySurvey("firefox");
