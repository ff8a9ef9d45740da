/** Whether the files of a release are the ones that were made, and who signed for them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ReleaseRefused } from './refused.ts';
import { checkSignature, type Statement } from './statement.ts';
import { sha256Of } from './tar.ts';

export const SUMS = 'sha256sums';
const STATEMENT = /^magpie-[^/]+\.intoto\.json$/;

/** All files below a folder, sorted, with `/`. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ReleaseRefused(`${file} is missing: this is not the folder of a release.`);
  }
}

/** @returns lines that say what holds. @throws ReleaseRefused with the first that does not */
export async function verifyRelease(folder: string, signers: string | undefined): Promise<string[]> {
  const lines = readText(path.join(folder, SUMS)).trimEnd().split('\n');
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const files = filesBelow(folder);
  const statementFile = files.find((name) => STATEMENT.test(name));
  if (statementFile === undefined) throw new ReleaseRefused('The statement (magpie-VERSION.intoto.json) is missing.');
  const { subject, predicate } = JSON.parse(readText(path.join(folder, statementFile))) as Statement;
  const stated = new Map(subject.map(({ name, digest }) => [name, digest.sha256]));
  for (const [name, sum] of sums) {
    if (!files.includes(name)) throw new ReleaseRefused(`${name} is missing.`);
    if (stated.get(name) !== sum) throw new ReleaseRefused(`${SUMS} and the statement differ about ${name}.`);
    if ((await sha256Of(path.join(folder, name))) !== sum) throw new ReleaseRefused(`${name} was changed.`);
  }
  const own = [SUMS, statementFile, `${statementFile}.sig`];
  const foreign = files.find((name) => !sums.has(name) && !own.includes(name));
  if (foreign !== undefined || stated.size !== sums.size)
    throw new ReleaseRefused(`${foreign ?? 'A file of the statement'} is not in ${SUMS}.`);
  const { buildDefinition } = predicate as {
    buildDefinition: { resolvedDependencies: { digest: { gitCommit?: string } }[] };
  };
  const commit = buildDefinition.resolvedDependencies[0]?.digest.gitCommit ?? '';
  return [
    `${sums.size} files are as they were made, from commit ${commit.slice(0, 12)}`,
    checkSignature(path.join(folder, statementFile), signers),
  ];
}
