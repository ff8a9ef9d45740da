/** Runs the import rules over a tree. */
import type { Finding } from '../finding.ts';
import { placeOf, targetOf } from '../place.ts';
import type { Source } from '../source.ts';
import { IMPORT_RULES } from './import-rules.ts';

export function checkImports(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ path, imports }) => {
    const from = placeOf(path);
    return imports.flatMap(({ specifier, line }) => {
      const to = targetOf(specifier, from);
      return IMPORT_RULES.filter((rule) => rule.breaks(from, to, specifier)).map(
        ({ id, message }): Finding => ({ path, line, rule: `import/${id}`, message: `"${specifier}": ${message}` }),
      );
    });
  });
}
