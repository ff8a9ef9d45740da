/** Calls of the operator against a stand-in of the Worker. */
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it } from 'vitest';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { callInternal } from './internal-endpoint.ts';

it.each(['before its answer', 'in the middle of its answer'])(
  'a call that is given up %s fails and closes its connection',
  async (when) => {
    const isHalf = when !== 'before its answer';
    const server = http.createServer((_request, response) => {
      if (isHalf) response.writeHead(200).write('half');
    });
    await listenOnLoopback(server);
    const closed = new Promise((resolve) => {
      server.on('connection', (socket: Socket) => socket.once('close', resolve));
    });
    const begun = isHalf
      ? new Promise<void>((resolve) => subscribe('http.client.response.finish', () => resolve()))
      : once(server, 'request');
    const endpoint = {
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      host: 'drive.example.com',
    };
    const patience = new AbortController();
    const call = callInternal(endpoint, 'token', '/_internal/ready', {}, patience.signal);
    await begun;
    patience.abort();
    await expect(call).rejects.toThrow();
    await closed;
    server.close();
  },
);
