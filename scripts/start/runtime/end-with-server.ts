/** Ends this process when the server is gone. */
import { Worker } from 'node:worker_threads';

/** Seconds of computing keep the first thread from seeing it: another one looks after it, so that nothing computes for no one. */
const WATCH = `const first = process.ppid; setInterval(() => process.ppid === first || process.kill(process.pid, 'SIGKILL'), 500);`;

export function endWithServer(): void {
  new Worker(WATCH, { eval: true }).unref();
  process.on('disconnect', () => process.exit(0));
}
