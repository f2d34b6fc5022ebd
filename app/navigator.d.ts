interface Navigator {
  /** Global Privacy Control: the visitor wants no data sold or shared. */
  globalPrivacyControl?: boolean;
}

interface FocusOptions {
  /** Shows the focus, whatever the visitor used last; browsers that do not know it decide by themselves. */
  focusVisible?: boolean;
}
