/** Reads texts for runtime/picture-codec.ts, one file after another, in a process that may be ended at any moment. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { answerText, type ReadPdf } from '#worker/codec/text/extract.ts';
import { textOfPdf } from '#worker/codec/text/pdf.ts';
import { frameOf } from '#worker/platform/archives/engine.ts';
import { endWithServer } from './runtime/end-with-server.ts';
import { READY } from './runtime/isolated-process.ts';

/** Folders of the package by what a document asks for. Letters of other fonts need no file: they are not drawn. */
const PDF_FOLDERS: Readonly<Record<string, string>> = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts' };

const pdfPackage = () => path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

const readPdf: ReadPdf = (bytes, mostLength) =>
  textOfPdf(bytes, {
    mostLength,
    now: () => performance.now(),
    async data(kind, name) {
      const folder = PDF_FOLDERS[kind];
      if (folder === undefined || !/^[\w-]+\.(?:bcmap|pfb|ttf)$/.test(name))
        throw new Error('no such file of the package');
      return new Uint8Array(await readFile(path.join(pdfPackage(), folder, name)));
    },
  });

// Warnings of the package about a file are not for the log.
console.warn = () => undefined;
// Requests come before texts.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
endWithServer();
process.on('message', (frame: Uint8Array<ArrayBuffer>) => {
  void answerText(frame, readPdf).then((answer) => process.send?.(frameOf(answer)));
});
process.send?.(READY);
