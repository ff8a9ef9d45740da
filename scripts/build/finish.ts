/** The work after the bundler, as a process started by run.ts: fonts of cards, the extension, the command line, compressed copies. */
import path from 'node:path';
import { writeCardFonts } from './card-fonts.ts';
import { writeCliFiles } from './cli.ts';
import { compressClient } from './compress.ts';
import { ROOT } from './ensure.ts';
import { writeExtensionFiles } from './extension.ts';

const dist = path.join(ROOT, 'dist');
await writeCardFonts(ROOT, path.join(dist, 'client/card-fonts'));
writeExtensionFiles(ROOT, path.join(dist, 'client/extension.json'));
writeCliFiles(ROOT, path.join(dist, 'cli'), path.join(dist, 'client/cli.json'));
await compressClient(path.join(dist, 'client'), path.join(dist, 'compressed'));
process.exit(0);
