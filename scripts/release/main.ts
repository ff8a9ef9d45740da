/**
 * `npm run release [-- --to FOLDER] [--key FILE]`: makes a release of the commit that is checked out: archives and images for amd64 and arm64,
 * list of parts, checksums, statement. `--verify FOLDER [--signers FILE]` checks one. `--new-version` moves the notes of `.changeset` into
 * CHANGELOG.md and raises the version. `--renew-packages` records the newest packages of Debian. `--draft` packs the tree as it is, for
 * this machine alone. Exit 0: done. 1: refused. 2: asked wrongly.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BuildFailed, ensureBuild, ROOT } from '#scripts/build/ensure.ts';
import { takenByNpm } from '#scripts/start/npm-options.ts';
import { pendingChanges, takeUpChanges } from './changes.ts';
import { newestPackages, PACKAGES_FILE } from './downloads.ts';
import { makeRelease } from './make.ts';
import { pack } from './pack.ts';
import { sentenceOf } from './refused.ts';
import { writeTar } from './tar.ts';
import { verifyRelease } from './verify.ts';

const USAGE = `npm run release [-- --to FOLDER] [--key FILE]
npm run release -- --verify FOLDER [--signers FILE]
npm run release -- --new-version
npm run release -- --renew-packages
npm run release -- --draft [--to FOLDER]
`;
const OPTIONS = {
  to: { type: 'string', default: path.join(ROOT, 'dist/release') },
  key: { type: 'string' },
  verify: { type: 'string' },
  signers: { type: 'string' },
  'new-version': { type: 'boolean', default: false },
  'renew-packages': { type: 'boolean', default: false },
  draft: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function readOptions() {
  const taken = takenByNpm(process.env, 'release', Object.keys(OPTIONS));
  try {
    if (taken !== '') throw new Error(taken);
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

const packageJson = () =>
  JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
    dependencies: { node: string };
  };

/** An archive of this tree for this machine. */
async function makeDraft(to: string): Promise<string> {
  await ensureBuild();
  const name = `magpie-${packageJson().version}-${process.platform}-${process.arch}`;
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-release-'));
  try {
    pack(path.join(scratch, name));
    mkdirSync(to, { recursive: true });
    const file = path.join(to, `${name}.tar.gz`);
    await writeTar({ folder: scratch, names: [name], file, seconds: Math.floor(Date.now() / 1_000), compress: true });
    return file;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { to, key, verify, signers, draft, help, ...acts } = readOptions();
  const folder = path.resolve(to);
  if (help) process.stdout.write(USAGE);
  else if (verify !== undefined) for (const line of await verifyRelease(path.resolve(verify), signers)) print(line);
  else if (acts['new-version']) print(`version ${takeUpChanges(ROOT)}: commit it, then npm run release`);
  else if (acts['renew-packages']) {
    const packages = newestPackages(packageJson().dependencies.node);
    writeFileSync(path.join(ROOT, PACKAGES_FILE), `${JSON.stringify(packages, null, 2)}\n`);
    print(`${PACKAGES_FILE} has the packages of today: commit it`);
  } else if (draft) print(await makeDraft(folder));
  else {
    if (pendingChanges(ROOT).length > 0)
      process.stderr.write(
        'warning: .changeset has changes that this version of CHANGELOG.md does not name: -- --new-version takes them up\n',
      );
    print(await makeRelease({ to: folder, key: key && path.resolve(key), print }));
  }
}

try {
  await main();
} catch (error) {
  const sentence = error instanceof BuildFailed ? error.message : sentenceOf(error);
  if (sentence === undefined) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
