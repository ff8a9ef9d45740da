/** Words that no text of the repository may hold: hosts of package registries, paths of one machine, options that npm takes for its own. */
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

/** A command up to the end of its line or of its quotes, with all behind its name. */
const NPM_COMMAND = /\bnpm (?:start|run [a-z][a-z-]*)([^`'"\n]*)/g;

/** Places of commands whose option stands before ` -- `: it would not reach the script. */
function optionsOfNpm(text: string): number[] {
  return Array.from(text.matchAll(NPM_COMMAND))
    .filter(([, behind = '']) => {
      const option = behind.search(/ --[a-z]/);
      const end = behind.indexOf('-- ');
      return option >= 0 && (end < 0 || option < end);
    })
    .map(({ index }) => text.slice(0, index).split('\n').length);
}

export function checkTexts(tree: Tree): Finding[] {
  const findings: Finding[] = [];
  for (const [path, text] of tree) {
    for (const line of optionsOfNpm(text))
      findings.push({ path, line, rule: 'text', message: 'npm takes the option for its own: write ` -- ` before it' });
    for (const { pattern, message } of BANNED) {
      if (!pattern.test(text)) continue;
      const line = text.split('\n').findIndex((each) => pattern.test(each)) + 1;
      findings.push({ path, line, rule: 'text', message });
    }
  }
  return findings;
}
