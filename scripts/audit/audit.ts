/** One audit of one state folder: copies it, checks everything, reports the faults. Repairs nothing. */
import { setTimeout as delay } from 'node:timers/promises';
import { notedBlobIndex } from '#scripts/start/runtime/blob-index.ts';
import { checkOrders } from './billing-checks.ts';
import { checkBlobs } from './blob-checks.ts';
import { listBlobs } from './blob-listing.ts';
import { checkCases } from './case-checks.ts';
import { checkCollects } from './collect-checks.ts';
import { checkCommon } from './common-checks.ts';
import { checkFetches } from './fetch-checks.ts';
import { checkFiles } from './file-checks.ts';
import { type Audited, byName, type Finding } from './finding.ts';
import { checkImages } from './image-checks.ts';
import { checkLogs } from './log-checks.ts';
import { checkMail } from './mail-checks.ts';
import { checkMarks } from './mark-checks.ts';
import { checkMembers } from './member-checks.ts';
import { checkActs } from './operators/act-checks.ts';
import { checkBlocks } from './operators/block-checks.ts';
import { checkJobs } from './operators/job-checks.ts';
import { checkGivenLinks } from './operators/link-checks.ts';
import { checkPrograms } from './program-checks.ts';
import { checkRewards } from './reward-checks.ts';
import { checkSchedule } from './schedule-checks.ts';
import { checkSessions } from './session-checks.ts';
import { checkShares } from './share-checks.ts';
import { copyState, isServed } from './state-copy.ts';
import { withDatabases } from './tables/databases.ts';
import { checkTallies } from './tally-checks.ts';
import { checkTrees } from './tree-checks.ts';
import { addVersionTables, checkVersions } from './version-checks.ts';

export interface AuditResult {
  findings: readonly Finding[];
  /** A server ran on the folder. */
  running: boolean;
  objects: number;
  blobs: number;
  bytes: number;
}

/** Between two looks at a running server: longer than anything is on its way from one object to another. */
const SECOND_LOOK_MS = 2_000;

function idOf(finding: Finding): string {
  return [finding.kind, finding.where, ...finding.ids].join('\n');
}

async function lookOnce(dataDir: string, nowMs: number): Promise<AuditResult> {
  const running = isServed(dataDir);
  const state = await copyState(dataDir);
  try {
    const store = await listBlobs(dataDir);
    const indexDigits = notedBlobIndex(dataDir);
    const audited: Audited = {
      nowMs,
      running,
      indexDigits,
      objects: state.objects,
      nameless: state.nameless,
      damaged: state.damaged,
      store,
    };
    addVersionTables(audited);
    const findings = [
      checkFiles,
      checkTrees,
      checkMarks,
      checkLogs,
      checkVersions,
      checkFetches,
      checkCollects,
      checkCommon,
      checkPrograms,
      checkBlobs,
      checkImages,
      checkShares,
      checkActs,
      checkGivenLinks,
      checkCases,
      checkTallies,
      checkSessions,
      checkBlocks,
      checkMembers,
      checkRewards,
      checkMail,
      checkSchedule,
    ].flatMap((check) => check(audited));
    findings.push(
      ...(await withDatabases(dataDir, (databases) => [
        ...checkOrders(databases, byName(audited, 'MemberObject')),
        ...(databases.admin ? checkJobs(audited, databases.admin) : []),
      ])),
    );
    const sizes = [...store.blobs.values()].map(({ sizeBytes }) => sizeBytes);
    return {
      findings,
      running,
      objects: state.objects.length,
      blobs: sizes.length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
    };
  } finally {
    state.close();
  }
}

/**
 * Audits a state folder. Objects are copied one after another, so while a server works on the folder something may be on its
 * way between two of them: then only faults found twice, two seconds apart, count.
 * @param now  the clock, epoch ms
 */
export async function auditFolder(dataDir: string, now: () => number): Promise<AuditResult> {
  const first = await lookOnce(dataDir, now());
  if (!first.running || first.findings.length === 0) return first;
  await delay(SECOND_LOOK_MS);
  const second = await lookOnce(dataDir, now());
  const before = new Set(first.findings.map(idOf));
  return { ...second, findings: second.findings.filter((finding) => before.has(idOf(finding))) };
}
