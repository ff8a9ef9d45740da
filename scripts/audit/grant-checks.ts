/** I12 for codes: one code opens one session at most, and a code that was used twice leaves no session. */
import { type Audited, eachOf, type Finding, ofClass } from './finding.ts';
import { type ObjectCopy, rowsOf } from './state-copy.ts';

/** An account that has not been opened since the tables exist has none. */
function hasCodes(account: ObjectCopy): boolean {
  return rowsOf(account.db, "SELECT 1 FROM sqlite_master WHERE name = 'codes'").length > 0;
}

export function checkGrants(audited: Audited): Finding[] {
  return ofClass(audited, 'AccountObject')
    .filter(hasCodes)
    .flatMap((account) => [
      ...eachOf(
        account,
        { invariant: 'I12', kind: 'code-opened-another', says: 'was opened by a code that says otherwise' },
        `SELECT f.family_id AS id FROM families f JOIN codes c ON f.opened_by = 'code:' || c.code_id
         WHERE c.family_id <> f.family_id OR c.used_ms IS NULL`,
      ),
      ...eachOf(
        account,
        { invariant: 'I12', kind: 'opened-twice', says: 'opened more than one session' },
        "SELECT opened_by AS id FROM families WHERE opened_by <> '' GROUP BY opened_by HAVING count(*) > 1",
      ),
      ...eachOf(
        account,
        { invariant: 'I12', kind: 'replayed-code-lives', says: 'lives although its code was shown twice' },
        `SELECT f.family_id AS id FROM codes c JOIN families f ON f.family_id = c.family_id
         WHERE c.replayed_ms IS NOT NULL AND f.revoked_ms IS NULL`,
      ),
    ]);
}
