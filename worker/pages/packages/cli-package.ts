/** The command line of this installation as npm installs it: a tar file below `package/`, with its address inside. */
import { gzipSync } from 'fflate';
import { CLI_FILE_NAME } from '#shared/site/downloads.ts';
import type { PackageKind } from './package-files.ts';
import { packTar } from './tar.ts';

export const CLI_PACKAGE: PackageKind = {
  filesPath: '/cli.json',
  manifest: 'package.json',
  fileName: CLI_FILE_NAME,
  contentType: 'application/gzip',
  // Without a time: the same files give the same package, whose digest lock files hold.
  pack: (files) => new Uint8Array(gzipSync(packTar(files, 'package/'), { level: 9, mtime: 0 })),
};
