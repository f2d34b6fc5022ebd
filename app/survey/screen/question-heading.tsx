import type { Ref } from "react";
import styles from "./question.module.css";

/** The question; takes the focus when its step appears. */
export function QuestionHeading({
  text,
  headingRef,
}: {
  text: string;
  headingRef?: Ref<HTMLHeadingElement>;
}) {
  return (
    <h1 ref={headingRef} tabIndex={-1} className={styles.heading}>
      {text}
    </h1>
  );
}
