/**
 * `bin/magpie audit [--data DIR] [--repair]`: checks the invariants of a state folder and names every violation.
 * Exit 0: none. 1: some. 2: it could not look. A running server may be audited, never repaired.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadEnvFile } from '#scripts/start/env-file.ts';
import { asksForHelp } from '#scripts/start/npm-options.ts';
import { FolderUnusable, requireKnownFormat } from '#scripts/start/state/folder-check.ts';
import { type AuditResult, auditFolder } from './audit.ts';
import { repairFolder } from './repair.ts';

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function report(result: AuditResult): void {
  for (const { invariant, kind, where, ids, says } of result.findings)
    print(`${invariant} ${kind} in ${where}: ${says} [${ids.join(' ')}]`);
  if (result.running)
    print(
      'The server is running: objects were copied one after another, and only what was found twice, 2 s apart, is told.',
    );
  print(
    `${result.objects} objects, ${result.blobs} blobs of ${result.bytes} bytes, ${result.findings.length} violations`,
  );
}

const USAGE = 'bin/magpie audit [--data DIR] [--repair]\n';

async function main(): Promise<number> {
  if (asksForHelp(process.argv.slice(2))) {
    process.stdout.write(USAGE);
    return 0;
  }
  const { values } = parseArgs({ options: { data: { type: 'string' }, repair: { type: 'boolean', default: false } } });
  const dataDir = path.resolve(values.data ?? (process.env['MAGPIE_DATA'] || '.data'));
  if (!existsSync(path.join(dataDir, 'state'))) {
    process.stderr.write(`${dataDir} is not the state folder of a server\n`);
    return 2;
  }
  // Unknown tables would look sound, and a repair would not know them.
  requireKnownFormat(dataDir);
  const result = await auditFolder(dataDir, Date.now);
  report(result);
  if (!values.repair || result.findings.length === 0) return result.findings.length > 0 ? 1 : 0;
  if (result.running) {
    process.stderr.write('Stop the server first: nothing is repaired under it.\n');
    return 2;
  }
  const { repaired, log } = await repairFolder(dataDir, result.findings, Date.now());
  print(`${repaired} repairs, written down in ${log}`);
  const after = await auditFolder(dataDir, Date.now);
  report(after);
  return after.findings.length > 0 ? 1 : 0;
}

loadEnvFile();
try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
  const isExpected = isUsage || error instanceof FolderUnusable || !(error instanceof Error);
  process.stderr.write(`${isExpected ? String((error as Error).message ?? error) : (error.stack ?? error.message)}\n`);
  if (isUsage) process.stderr.write(USAGE);
  process.exitCode = 2;
}
