/** Lines of CHANGELOG.md: the text of each change, without hashes of commits. `changeset version` loads this file. */
// biome-ignore lint/style/noDefaultExport: changesets reads the default export.
export default {
  getReleaseLine: async ({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ')}`,
  getDependencyReleaseLine: async () => '',
};
