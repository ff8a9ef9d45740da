/** nginx with WebDAV on a loopback port of its own, the measure of transfers: everything it writes is in the scratch folder. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, BenchServer } from './bench.ts';

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];
const TRIES = 100;
const TRY_MS = 50;

/** One process: its processor time is that of the server. */
function configOf(folder: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  client_max_body_size 0;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder}/files;
    location / { dav_methods PUT; create_full_put_path on; }
  }
}
`;
}

/** @returns undefined, with a line that says so, where nginx is not installed or has no WebDAV */
export async function startNginx(bench: Bench): Promise<Pick<BenchServer, 'origin' | 'pids'> | undefined> {
  const skip = (reason: string) => void process.stdout.write(`skip  gates against nginx: ${reason}\n`);
  const binary = FOLDERS.map((folder) => `${folder}/nginx`).find((place) => existsSync(place));
  if (binary === undefined) return skip('it is not installed (apt-get install nginx-light)');
  const [folder, port] = [path.join(bench.dir, 'nginx'), bench.nextPort()];
  mkdirSync(path.join(folder, 'files'), { recursive: true });
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, configOf(folder, port));
  const child = spawn(binary, ['-p', folder, '-c', file], { stdio: 'ignore' });
  bench.atEnd(() => child.kill('SIGKILL'));
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; child.exitCode === null && tries < TRIES; tries++) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer) return { origin, pids: { front: child.pid ?? 0, runtime: 0, others: [] } };
    await delay(TRY_MS);
  }
  return skip('it did not start, probably for want of WebDAV');
}
