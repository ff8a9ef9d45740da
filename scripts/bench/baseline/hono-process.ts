/** A bare Hono under Miniflare, with nothing else in the process: `node hono-process.ts FOLDER`, served at PORT until a signal ends it. */
import path from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';

const folder = path.resolve(process.argv[2] ?? '');
const runtime = new Miniflare(
  convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: Number(process.env['PORT']),
    log: new Log(LogLevel.NONE),
    workers: [
      {
        name: 'hono',
        compatibilityDate: '2026-11-01',
        modulesRoot: folder,
        modules: ['index.js', 'hono.js'].map((file) => ({ type: 'ESModule', path: path.join(folder, file) })),
      },
    ],
  }),
);
const { origin } = await runtime.ready;
process.once('SIGTERM', () => void runtime.dispose().then(() => process.exit(0)));
process.stdout.write(`ready at ${origin}\n`);
