/** The work after the bundler, as a process started by run.ts: fonts of cards, the extension, compressed copies. */
import path from 'node:path';
import { writeCardFonts } from './card-fonts.ts';
import { compressClient } from './compress.ts';
import { ROOT } from './ensure.ts';
import { writeExtensionFiles } from './extension.ts';

const dist = path.join(ROOT, 'dist');
await writeCardFonts(ROOT, path.join(dist, 'client/card-fonts'));
writeExtensionFiles(ROOT, path.join(dist, 'client/extension.json'));
await compressClient(path.join(dist, 'client'), path.join(dist, 'compressed'));
process.exit(0);
