/** I16: the operators' log is as it was written: each act has the hash that follows from it and from the act before. */
import { type ChainedAct, hashOfAct } from '#worker/services/config/act-chain.ts';
import { type Audited, type Finding, ofClass, whereOf } from '../finding.ts';
import { hasTable, type ObjectCopy, rowsOf } from '../state-copy.ts';

/** Migrations of an object that has the chain. */
const CHAINS_SINCE = 2;

function versionOf({ db }: ObjectCopy): number {
  return rowsOf<{ version: number }>(db, 'SELECT version FROM _self')[0]?.version ?? 0;
}

function missingChain(registry: ObjectCopy): Finding {
  const where = whereOf(registry);
  return { invariant: 'I16', kind: 'log-changed', where, ids: ['act_chain'], says: 'the chain of the log is gone' };
}

/** Findings of one log; after the first one every later hash differs. */
function checkLog(registry: ObjectCopy): Finding[] {
  // An object that was not opened since the version before the chain has acts and no table; any other one lost it.
  if (!hasTable(registry.db, 'act_chain')) return CHAINS_SINCE > versionOf(registry) ? [] : [missingChain(registry)];
  const hashes = new Map(
    rowsOf<{ seq: number; hash: string }>(registry.db, 'SELECT seq, hash FROM act_chain').map(({ seq, hash }) => [
      seq,
      hash,
    ]),
  );
  const broken = (seq: number, says: string): Finding[] => [
    { invariant: 'I16', kind: 'log-changed', where: whereOf(registry), ids: [String(seq)], says },
  ];
  let before = '';
  for (const act of rowsOf<ChainedAct>(registry.db, 'SELECT * FROM acts ORDER BY seq')) {
    const hash = hashes.get(act.seq);
    if (hash === undefined) return broken(act.seq, 'the act is not in the chain of the log');
    if (hash !== hashOfAct(before, act)) return broken(act.seq, 'the act, or one before it, is not as it was written');
    hashes.delete(act.seq);
    before = hash;
  }
  const [gone] = hashes.keys();
  return gone === undefined ? [] : broken(gone, 'the chain of the log has an act that is gone');
}

export function checkActs(audited: Audited): Finding[] {
  return ofClass(audited, 'ConfigObject').flatMap(checkLog);
}
