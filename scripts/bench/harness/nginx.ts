/** nginx with WebDAV on a loopback port of its own, the measure of transfers: everything it writes is in the scratch folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchServer } from './server.ts';

const PLACES = [
  '/usr/sbin/nginx',
  '/usr/bin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
];
const TRIES = 100;
const TRY_MS = 50;

/** One process: its processor time is that of the server. */
function configOf(folder: string, port: number): string {
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
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/files;
    location / { dav_methods PUT; create_full_put_path on; }
  }
}
`;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });
}

/** @returns undefined, with a line that says so, where nginx is not installed or has no WebDAV */
export async function startNginx(port: number, folder: string): Promise<BenchServer | undefined> {
  const binary = PLACES.find((place) => existsSync(place));
  if (binary === undefined) {
    process.stdout.write('skip  gates against nginx: it is not installed (apt-get install nginx-light)\n');
    return undefined;
  }
  mkdirSync(path.join(folder, 'files'), { recursive: true });
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, configOf(folder, port));
  const child = spawn(binary, ['-p', folder, '-c', file], { stdio: 'ignore' });
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  for (let tries = 0; child.exitCode === null && !(await answers(port)) && tries < TRIES; tries++) await delay(TRY_MS);
  if (child.exitCode !== null) {
    process.stdout.write('skip  gates against nginx: it did not start, probably for want of WebDAV\n');
    return undefined;
  }
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    port,
    pids: { front: child.pid ?? 0, runtime: 0, others: [] },
    directOrigin: origin,
    async stop() {
      process.off('exit', killAtExit);
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
