/** Folders for the files of charts. All but `exports` are committed; other files in them, except README.md, are deleted. */
export const folders = {
  texts: "docs/graphs",
  layouts: "app/graphs/layouts",
  coverage: "app/graphs/test-coverage/files",
  /** Formats for other programs, which nobody reviews. */
  exports: "test/output/graphs",
};
