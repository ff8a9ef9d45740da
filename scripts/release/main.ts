/**
 * `npm run release [-- --new-version] [--to FOLDER]`: builds, and packs what one machine needs to run: the bundle, the modules that
 * start it, and their packages. `--new-version` first moves the notes of `.changeset` into CHANGELOG.md and raises the version.
 * The result runs with Node alone: `node scripts/start/main.mjs`. It is for the platform it was made on.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { builtInputs, ensureBuild, ROOT } from '#scripts/build/ensure.ts';
import { pendingChanges, takeUpChanges } from './changes.ts';
import { contentsOf, FILES } from './contents.ts';

const COMMANDS = ['start', 'audit', 'ops', 'backup', 'restore', 'rehearse'] as const;

/** The commands of a release; nothing is installed or built. */
function packageText(): string {
  const { name, version, license, type, imports, scripts } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, unknown> & { scripts: Record<string, string> };
  const own = Object.fromEntries(COMMANDS.map((command) => [command, scripts[command]]));
  const engines = { node: `>=${process.versions.node.split('.')[0]}` };
  return `${JSON.stringify({ name, version, private: true, license, type, engines, imports, scripts: own }, null, 2)}\n`;
}

/** A copy of the platform's own package, which is the one that is started. */
function isSecondBinary(file: string): boolean {
  return path.relative(ROOT, file) === 'node_modules/workerd/bin';
}

function pack(target: string): void {
  const { trace, folders } = contentsOf(ROOT);
  for (const place of [...trace.files, ...FILES, ...folders])
    cpSync(path.join(ROOT, place), path.join(target, place), {
      recursive: true,
      dereference: true,
      // A nested package that is needed has a place of its own in the list.
      filter: (from) =>
        !isSecondBinary(from) && !path.relative(path.join(ROOT, place), from).split(path.sep).includes('node_modules'),
    });
  writeFileSync(path.join(target, 'package.json'), packageText());
  writeFileSync(path.join(target, 'release.json'), `${JSON.stringify({ build: builtInputs().slice(0, 12) })}\n`);
}

function readOptions() {
  try {
    return parseArgs({ options: { to: { type: 'string' }, 'new-version': { type: 'boolean', default: false } } })
      .values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\nnpm run release [-- --new-version] [--to FOLDER]\n`);
    process.exit(2);
  }
}

const values = readOptions();
if (values['new-version']) process.stdout.write(`version ${takeUpChanges(ROOT)}\n`);
else if (pendingChanges(ROOT).length > 0)
  process.stderr.write(
    'warning: .changeset has changes that this version of CHANGELOG.md does not name: -- --new-version takes them up\n',
  );
await ensureBuild();
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
const name = `magpie-${version}-${process.platform}-${process.arch}`;
const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-release-'));
try {
  pack(path.join(scratch, name));
  const folder = path.resolve(values.to ?? path.join(ROOT, 'dist/release'));
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.tar.gz`);
  // Readable by any user that runs it.
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', '--mode=u+rwX,go+rX,go-w'];
  const { status, stderr } = spawnSync('tar', ['-C', scratch, ...owner, '-czf', file, name], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar failed: ${stderr}`);
  process.stdout.write(`${file}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
