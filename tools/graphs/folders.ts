/** Where files of charts are written; all but `exports` are committed, and nothing else is kept there. */
export const folders = {
  texts: "docs/graphs",
  layouts: "app/graphs/layouts",
  coverage: "app/graphs/test-coverage/files",
  /** Formats for other programs, which nobody reviews. */
  exports: "test/output/graphs",
};
