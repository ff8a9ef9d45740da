/**
 * A program of its own with the published client of tus: sends a file, goes on after a server that was away, and prints where the upload is.
 * `node tus-client.mjs <endpoint> <app password> <file> <piece bytes>`; prints one JSON line a step.
 */
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { Upload } from 'tus-js-client';

const [endpoint, password, file, pieceBytes] = process.argv.slice(2);
const say = (step) => process.stdout.write(`${JSON.stringify(step)}\n`);

const upload = new Upload(createReadStream(file), {
  endpoint,
  chunkSize: Number(pieceBytes) || Number.POSITIVE_INFINITY,
  uploadSize: statSync(file).size,
  metadata: { filename: path.basename(file), folder: 'sent by tus' },
  headers: { authorization: `Bearer ${password}` },
  retryDelays: [200, 500, 1_000, 1_000, 2_000, 2_000, 2_000, 2_000, 5_000, 5_000, 5_000, 5_000, 5_000],
  onUploadUrlAvailable: () => say({ url: upload.url }),
  onProgress: (sent) => say({ sent }),
  onChunkComplete: (_size, accepted) => say({ accepted }),
  onError(error) {
    say({ error: String(error.message) });
    process.exitCode = 1;
  },
  onSuccess: () => say({ done: true }),
});
upload.start();
