import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { handshakeHead } from '#scripts/attack/piece-client.ts';
import { DAV_METHODS } from '#shared/programs/paths.ts';
import { closing, open, sendRaw, serve } from './proxy-fixture.ts';

it('the proxy forwards a request with the host of the client and the address of the client', async () => {
  const port = await serve(http.createServer((request, response) => response.end(JSON.stringify(request.headers))));
  const answer = await fetch(`http://localhost:${port}/x`, {
    headers: { 'cf-connecting-ip': '9.9.9.9', 'x-magpie-internal': 'y', 'x-a': 'b' },
  });
  const headers = (await answer.json()) as Record<string, string>;
  expect(headers).toMatchObject({ host: `localhost:${port}`, 'x-a': 'b' });
  expect(headers['cf-connecting-ip']).toMatch(/^(127\.0\.0\.1|::1)$/);
  expect(headers).not.toHaveProperty('x-magpie-internal');
});

it('the proxy forwards a large body both ways, with and without a known length', async () => {
  const port = await serve(http.createServer((request, response) => request.pipe(response)));
  const body = Buffer.alloc(3_000_001, 'magpie ');
  const sized = await fetch(`http://127.0.0.1:${port}/`, { method: 'PUT', body });
  expect(Buffer.from(await sized.arrayBuffer()).equals(body)).toBe(true);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 0; i < body.length; i += 100_000) controller.enqueue(body.subarray(i, i + 100_000));
      controller.close();
    },
  });
  const unsized = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'PUT',
    body: stream,
    duplex: 'half',
  } as RequestInit);
  expect(Buffer.from(await unsized.arrayBuffer()).equals(body)).toBe(true);
});

it('the proxy forwards the refusal of an upload that the runtime did not read', async () => {
  const runtime = http.createServer((_request, response) => response.end());
  runtime.on('checkContinue', (_request, response: http.ServerResponse) =>
    response.writeHead(413, { connection: 'close' }).end('too big'),
  );
  const port = await serve(runtime);
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'PUT', body: Buffer.alloc(8_000_000) });
  expect([answer.status, await answer.text()]).toEqual([413, 'too big']);
});

it('the proxy sends 100 Continue when the runtime reads', async () => {
  const runtime = http.createServer();
  runtime.on('checkContinue', (request: http.IncomingMessage, response: http.ServerResponse) => {
    response.writeContinue();
    request.pipe(response);
  });
  const port = await serve(runtime);
  const text = await sendRaw(
    port,
    'PUT / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi',
  );
  expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK.*hi/s);
});

it('the proxy breaks the connection of a client whose answer was cut off', async () => {
  const port = await serve(
    http.createServer((_request, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('12345', () => response.destroy());
    }),
  );
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  await expect(answer.text()).rejects.toThrow();
});

it('the proxy ends the request at the runtime when the client disconnects', async () => {
  const gone = Promise.withResolvers<void>();
  const port = await serve(
    http.createServer((_request, response) => {
      response.on('close', () => gone.resolve());
      response.writeHead(200);
      response.write('begin');
    }),
  );
  const controller = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: controller.signal });
  expect(answer.status).toBe(200);
  controller.abort();
  await gone.promise;
});

it('the proxy retries once when a reused connection ended, and only a request without a body', async () => {
  let requests = 0;
  const runtime = http.createServer((request, response) => {
    requests += 1;
    if (requests === 2 || requests === 4) request.socket.destroy();
    else response.end(String(requests));
  });
  const port = await serve(runtime);
  const ask = (method: string, body?: string) => fetch(`http://127.0.0.1:${port}/`, { method, body });
  expect(await (await ask('GET')).text()).toBe('1');
  expect(await (await ask('GET')).text()).toBe('3');
  expect((await ask('POST', 'x')).status).toBe(503);
});

it('the proxy answers 503 without a runtime', async () => {
  const runtime = http.createServer();
  const port = await serve(runtime);
  runtime.close();
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
});

it('the proxy answers 404 for internal paths and 400 for a proxy request', async () => {
  const port = await serve(http.createServer((_request, response) => response.end('reached')));
  for (const target of ['/_internal/seed', '//cdn-cgi/x', '/a/%2e%2e/_internal/x']) {
    expect(await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 404 /,
    );
  }
  expect(await sendRaw(port, 'GET http://a/_internal/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 /,
  );
});

it.each(['/%09/%5b', '/%0a/%5b', '/%09/a:99999', '/%00', '*', 'http://[/'])(
  'the proxy answers 400 for the target %s, also to a WebSocket handshake, and serves the next request',
  async (target) => {
    const port = await serve(http.createServer((_request, response) => response.end('reached')));
    for (const more of ['Connection: close\r\n', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'])
      expect(await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: a\r\n${more}\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('reached');
  },
);

it('the proxy forwards a path that the URL parser refuses', async () => {
  const port = await serve(http.createServer((request, response) => response.end(request.url)));
  for (const target of ['/%2509', '//[', '/a:99999', '/%', '/%zz', '/%ff'])
    expect(await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 200 /,
    );
});

it('the proxy answers CONNECT and a broken request line with an error', async () => {
  const port = await serve(http.createServer((_request, response) => response.end('reached')));
  expect(await sendRaw(port, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /);
  expect(await sendRaw(port, 'GET\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendRaw(port, `GET / HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
});

it('the proxy refuses a WebSocket without repeating the framing of the runtime', async () => {
  const port = await serve(
    http.createServer((_request, response) => {
      response.writeHead(403, { 'content-type': 'text/plain' });
      response.write('no ');
      response.end('way');
    }),
  );
  const text = await sendRaw(port, String(handshakeHead('/', 'a')));
  expect(text).toMatch(/^HTTP\/1\.1 403 /);
  expect(text).not.toMatch(/transfer-encoding/i);
  expect(text.endsWith('\r\n\r\nno way')).toBe(true);
});

it('a frame that comes in one piece with the answer of a handshake reaches the client', async () => {
  const runtime = http.createServer();
  const answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  runtime.on('upgrade', (_request, socket) => {
    socket.on('error', () => undefined);
    socket.end(Buffer.concat([Buffer.from(answer), Buffer.from([0x81, 2, 0x68, 0x69])]));
  });
  const text = await sendRaw(await serve(runtime), String(handshakeHead('/', 'a')));
  expect(text.slice(-2)).toBe('hi');
});

it('the proxy stops while a WebSocket is open', async () => {
  const runtime = http.createServer();
  runtime.on('upgrade', (_request, socket) => {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  const line = connect(await serve(runtime), '127.0.0.1');
  line.write(handshakeHead('/', 'a'));
  await once(line, 'data');
  line.resume().on('error', () => undefined);
  const [stop, closed] = [open.pop(), closing(line)];
  await stop?.();
  await closed;
});

it('the proxy refuses a request with a length and chunks', async () => {
  const port = await serve(http.createServer((_request, response) => response.end('reached')));
  const wire =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /_internal HTTP/1.1\r\nHost: a\r\n\r\n';
  expect(await sendRaw(port, wire)).toMatch(/^HTTP\/1\.1 400 /);
});

it('the proxy forwards methods of WebDAV to the host of programs, and refuses them for any other', async () => {
  let served = 0;
  const runtime = http.createServer((request, response) => {
    served += 1;
    request.resume();
    response.end(`${request.method} ${request.headers['destination']}`);
  });
  const port = await serve(runtime, {}, { programsHost: 'files.example.com' });
  const ask = (method: string, host: string) =>
    sendRaw(
      port,
      `${method} /dav/a HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nDestination: /dav/b\r\nContent-Length: 1\r\n\r\nx`,
    );
  for (const method of DAV_METHODS) {
    expect(await ask(method, 'Files.example.com')).toContain(`${method} /dav/b`);
    expect(await ask(method, 'drive.example.com')).toMatch(/^HTTP\/1\.1 405 /);
  }
  expect(served).toBe(DAV_METHODS.length);
});

it('a listing for a sync client breaks off where the runtime answers by a refusal that passes', async () => {
  const runtime = http.createServer((request, response) =>
    response.writeHead(Number(request.url?.slice(-3))).end('so'),
  );
  const port = await serve(runtime, {}, { programsHost: 'files.example.com' });
  const list = (status: number) =>
    sendRaw(
      port,
      `PROPFIND /remote.php/dav/files/alice/${status} HTTP/1.1\r\nHost: files.example.com\r\nConnection: close\r\nDepth: 1\r\n\r\n`,
    );
  for (const status of [207, 403, 404]) expect(await list(status)).toContain(`HTTP/1.1 ${status} `);
  for (const status of [429, 500, 503]) expect(await list(status)).toBe('');
});
