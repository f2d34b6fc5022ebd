/** Mutants of charts that no path can notice, because the chart does the same with them, each with the reason. */
export const survivors: readonly { file: string; mutant: string; reason: string }[] = [
  {
    file: "machines/variants/multi-step.ts",
    mutant: "FormSecondQuestions.lookingUpZip.invoke.onError[0]: without leavePlaceEmpty",
    reason: "no check after this one asks again, so the place is still as empty as it began",
  },
];
