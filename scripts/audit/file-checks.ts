/** I0: every object that was made has a database that can be read in full. */
import type { Audited, Finding } from './finding.ts';

export function checkFiles({ damaged }: Audited): Finding[] {
  return damaged.map(({ file, object, says }) => ({
    invariant: 'I0',
    kind: 'damaged-database',
    where: object || 'an object of unknown name',
    ids: [file],
    says: `${says}; restore the state folder from a backup (docs/backup.md)`,
  }));
}
