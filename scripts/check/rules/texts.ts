/** Words that no text of the repository may hold: hosts of package registries, paths of one machine. */
import type { Finding } from '../finding.ts';
import type { Tree } from '../tree.ts';

const BANNED: readonly { pattern: RegExp; message: string }[] = [
  {
    pattern:
      /\bregistry\.(npmjs|yarnpkg|npmmirror)\.\w+|\/\/[\w.-]*\b(registry|artifactory|nexus|verdaccio)\b[\w.-]*[:/]/i,
    message: 'names the host of a package registry',
  },
  { pattern: /(^|[\s'"`(=:>])\/(work|home\/\w+|root)\//, message: 'names a path of one machine' },
];

export function checkTexts(tree: Tree): Finding[] {
  const findings: Finding[] = [];
  for (const [path, text] of tree) {
    for (const { pattern, message } of BANNED) {
      if (!pattern.test(text)) continue;
      const line = text.split('\n').findIndex((each) => pattern.test(each)) + 1;
      findings.push({ path, line, rule: 'text', message });
    }
  }
  return findings;
}
