/** Whether the built Worker fits into Cloudflare's limits: compressed size, static files, and the time that its start computes. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuild } from '#scripts/build/ensure.ts';
import { overweight, PLATFORM, weigh } from '#scripts/deploy/limits.ts';
import { runWrangler } from '#scripts/deploy/tools.ts';
import type { Finding } from '../finding.ts';

const RULE = 'cloudflare/limits';

/** Milliseconds that a profile of the start names; null for other text. */
export function startMsIn(output: string): number | null {
  const active = /Active: ([\d.]+) ms/.exec(output)?.[1];
  return active === undefined ? null : Number(active);
}

async function startFindings(root: string, config: string): Promise<Finding[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-start-'));
  try {
    const profile = path.join(folder, 'start.cpuprofile');
    const nowhere = { root, baseUrl: 'http://127.0.0.1:1', token: 'none', accountId: 'none' };
    const args = ['check', 'startup', '--outfile', profile, `--args=-c ${config}`];
    const { output } = await runWrangler(nowhere, args);
    const startMs = startMsIn(output);
    if (startMs === null)
      return [{ path: config, rule: RULE, message: `no profile of its start: ${output.slice(-300)}` }];
    if (startMs <= PLATFORM.startMs) return [];
    return [{ path: config, rule: RULE, message: `its start computes ${startMs} ms, ${PLATFORM.startMs} are allowed` }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function checkBundle(root: string): Promise<Finding[]> {
  await ensureBuild();
  const weights = [
    weigh(path.join(root, 'dist/magpie'), path.join(root, 'dist/client')),
    weigh(path.join(root, 'dist/magpie_codec'), null),
  ];
  const heavy = weights.flatMap(overweight).map((message) => ({ path: 'dist', rule: RULE, message }));
  return [...heavy, ...(await startFindings(root, 'dist/magpie/wrangler.json'))];
}
