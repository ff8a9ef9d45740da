/** Ends this process when the server is gone. */
import { Worker } from 'node:worker_threads';

/** Seconds of computing keep the first thread from seeing it: another one looks after it, so that nothing computes for no one. */
const watch = (serverPid: number) =>
  `setInterval(() => process.ppid === ${serverPid} || process.kill(process.pid, 'SIGKILL'), 500);`;

export function endWithServer(): void {
  new Worker(watch(process.ppid), { eval: true }).unref();
  process.on('disconnect', () => process.exit(0));
}
