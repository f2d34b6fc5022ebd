interface Navigator {
  /** Global Privacy Control: the visitor wants no data sold or shared. */
  globalPrivacyControl?: boolean;
}
