interface Navigator {
  /** Global Privacy Control: the visitor wants no data sold or shared. */
  globalPrivacyControl?: boolean;
}

interface FocusOptions {
  /** Shows the focus, whatever input device was used last; browsers without it decide by themselves. */
  focusVisible?: boolean;
}
