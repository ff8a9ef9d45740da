/**
 * The package of the command line: the bundle of `cli/`, what is in `cli/package`, and the licence. The server packs it with its own address
 * (worker/pages/packages/cli-package.ts).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PackageFiles } from '#worker/pages/packages/package-files.ts';

/** @param bundleDir  of the bundler */
export function writeCliFiles(root: string, bundleDir: string, file: string): void {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64');
  const source = path.join(root, 'cli/package');
  const files: PackageFiles = {
    'package.json': base64(readFileSync(path.join(source, 'package.json'), 'utf8').replace('VERSION', version)),
    'README.md': base64(readFileSync(path.join(source, 'README.md'))),
    LICENSE: base64(readFileSync(path.join(root, 'LICENSE'))),
    'magpie.mjs': base64(readFileSync(path.join(bundleDir, 'magpie.mjs'))),
  };
  writeFileSync(file, JSON.stringify(files));
}
