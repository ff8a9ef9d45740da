import { randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import { type AddressInfo, connect as connectPlainly } from 'node:net';
import type os from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { expect, it, vi } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { countParsed, onFreePort, open } from '../proxy/proxy-fixture.ts';
import { startProxy } from '../proxy/proxy-server.ts';
import { defaultLimits, type ServerLimits } from '../proxy/server-limits.ts';
import { readSettings } from '../settings.ts';
import { isReady } from '../watch/health-check.ts';
import { makeIsNeighbour, neighbourNetworks, ownAddresses } from './addresses.ts';
import { loadAuthority } from './authority.ts';
import { type LanCertificate, openCertificates } from './certificates.ts';
import { describeLan } from './describe.ts';
import { askLan, askPlainly } from './lan-fixture.ts';
import { makeProxyLan } from './proxy-lan.ts';
import { describeOrigin } from './settings.ts';

const dataDir = scratchFolder();
const NAMES = ['magpie.local', 'magpie-files.local', '127.0.0.1'];

const authority = await loadAuthority(dataDir, NAMES.slice(0, 2), Date.now());

async function certificate(names: readonly string[], networks = neighbourNetworks()): Promise<LanCertificate> {
  const { key, certificate: leaf } = await authority.sign(names, Date.now());
  return { key, certificate: leaf, authority: authority.certificate, fingerprint: authority.fingerprint, networks };
}

async function portOf(server: http.Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A proxy of LAN mode before a stand-in for the runtime. */
async function serveLan(runtime: http.Server, first: LanCertificate, limits: Partial<ServerLimits> = {}) {
  const target = new URL(`http://127.0.0.1:${await portOf(runtime)}`);
  open.push(() => runtime.close());
  return onFreePort(async (port) => {
    const origins = { appOrigin: `https://magpie.local:${port}`, contentOrigin: `https://magpie-files.local:${port}` };
    const lan = makeProxyLan({ ...origins, programsOrigin: origins.contentOrigin, apiOrigins: '' }, first);
    const proxy = await startProxy({
      hosts: ['127.0.0.1'],
      port,
      target,
      files: new Map(),
      isHttps: false,
      lan,
      trustedProxyHeader: undefined,
      isTrustedProxy: () => false,
      limits: { ...defaultLimits(4_096), ...limits },
    });
    open.push(() => proxy.stop());
    return { port, lan, proxy, at: { address: '127.0.0.1', port, authority: authority.certificate } };
  });
}

const sayHost = () => http.createServer((request, response) => response.end(String(request.headers.host)));

it('a body in tiny chunks is refused by https too, and its rest is not read', async () => {
  const { port, lan } = await serveLan(sayHost(), await certificate(NAMES));
  let pieces = 0;
  const serveFirst = lan.serve;
  lan.serve = (request, response) => {
    const push = request.push.bind(request);
    request.push = (piece: Buffer | null) => {
      pieces += 1;
      return push(piece);
    };
    return serveFirst(request, response);
  };
  const socket = connect({ host: '127.0.0.1', port, ca: authority.certificate, servername: 'magpie.local' });
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: magpie.local:${port}\r\nTransfer-Encoding: chunked\r\n\r\n`);
  socket.write('1\r\nx\r\n'.repeat(9_000));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect([String(answer).slice(0, 12), pieces]).toEqual(['HTTP/1.1 413', 1_001]);
  socket.destroy();
});

it('the rest of too many requests in a row is not parsed by https either, and the first is answered', async () => {
  const { port } = await serveLan(sayHost(), await certificate(NAMES));
  const parsed = countParsed(port);
  const socket = connect({ host: '127.0.0.1', port, ca: authority.certificate, servername: 'magpie.local' });
  socket.on('error', () => undefined);
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  socket.write(`GET / HTTP/1.1\r\nHost: magpie.local:${port}\r\n\r\n`.repeat(1_400));
  await once(socket, 'close');
  expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200']);
  expect(parsed.requests).toBe(258);
});

it('the authority of a folder is made once, with a key for its owner only', async () => {
  const again = await loadAuthority(dataDir, [], Date.now());
  expect([authority.isNew, again.isNew, again.fingerprint]).toEqual([true, false, authority.fingerprint]);
  expect(authority.fingerprint).toMatch(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/);
  expect(statSync(path.join(dataDir, 'lan/ca.key')).mode & 0o777).toBe(0o600);
  expect(readFileSync(authority.file, 'utf8')).not.toContain('PRIVATE KEY');
});

it('an authority that is about to end is replaced, and its leaf ends with a shorter one', async () => {
  const other = scratchFolder();
  const first = await loadAuthority(other, [], Date.now());
  const later = Date.now() + 9.9 * 365 * 86_400_000;
  const leaf = await first.sign(['magpie.local'], Date.now());
  expect(leaf.endsAtMs - Date.now()).toBeLessThan(825 * 86_400_000);
  const second = await loadAuthority(other, [], later);
  expect([second.isNew, second.fingerprint === first.fingerprint]).toEqual([true, false]);
});

it('the authority may sign for local names and those of its first start, and for no other', () => {
  expect(['magpie.local', 'drive.home.arpa', 'nas.lan'].map(authority.permits)).toEqual([true, true, true]);
  expect(['example.com', 'local.example.com', 'xlocal'].map(authority.permits)).toEqual([false, false, false]);
});

it('the authority is for servers alone, so its key signs no programs and no mail', () => {
  const serverAuth = '1.3.6.1.5.5.7.3.1';
  expect(new X509Certificate(authority.certificate).keyUsage).toEqual([serverAuth]);
});

it.each([[['bank.example']], [['magpie.local', '203.0.113.9']]])(
  'a client that trusts the authority refuses its certificate for %j',
  async (names) => {
    const { port } = await serveLan(http.createServer(), await certificate(names));
    const socket = connect({
      host: '127.0.0.1',
      port,
      ca: authority.certificate,
      servername: names[0] ?? '',
    });
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toMatch(/permitted subtree violation/);
  },
);

it('a device that trusts the authority reaches app and content by name over https, and large bodies arrive whole', async () => {
  const runtime = http.createServer((request, response) => {
    response.setHeader('Strict-Transport-Security', 'max-age=1');
    if (request.method === 'PUT') request.pipe(response);
    else response.end(String(request.headers.host));
  });
  const { at, port } = await serveLan(runtime, await certificate(NAMES));
  for (const host of ['magpie.local', 'magpie-files.local']) {
    const answer = await askLan(at, { host, path: '/' });
    expect([answer.status, answer.body.toString()]).toEqual([200, `${host}:${port}`]);
    // It would bind every other port of the name.
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
  }
  const body = randomBytes(3_000_001);
  const echoed = await askLan(at, { host: 'magpie.local', path: '/x' }, body);
  expect(echoed.body.equals(body)).toBe(true);
});

it('a device that opens the server by its address is led to the page of the certificate', async () => {
  const { at } = await serveLan(sayHost(), await certificate(NAMES));
  const answer = await askLan(at, { host: '127.0.0.1', path: '/drive?x=1' });
  expect([answer.status, answer.headers['location']]).toEqual([302, '/lan']);
});

it('a name that the certificate is not for is refused by the client, and plain http gets no byte', async () => {
  const { at, port } = await serveLan(sayHost(), await certificate(NAMES));
  await expect(askLan(at, { host: 'other.local', path: '/' })).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
  expect(await askPlainly('127.0.0.1', port)).toBe('');
});

it('a machine of another network is not served', async () => {
  const { at, lan } = await serveLan(sayHost(), await certificate(NAMES, ['10.0.0.0/8']));
  await expect(askLan(at, { host: 'magpie.local', path: '/lan' })).rejects.toMatchObject({ code: 'ECONNRESET' });
  lan.update(await certificate(NAMES, ['127.0.0.0/8']));
  expect((await askLan(at, { host: 'magpie.local', path: '/lan' })).status).toBe(200);
});

it('a connection without a handshake counts for its client, and leaves the count when it closes', async () => {
  const { at, port } = await serveLan(sayHost(), await certificate(NAMES), { connectionsPerAddress: 1 });
  const ask = () => askLan(at, { host: 'magpie.local', path: '/' });
  for (let i = 0; i < 3; i++) await vi.waitUntil(() => ask().then(Boolean, () => false), 20_000);
  // The connection of the last answer may count for a moment: then the silent one is refused.
  await vi.waitUntil(async () => {
    const silent = connectPlainly(port, '127.0.0.1').on('error', () => undefined);
    await once(silent, 'connect');
    const code = await ask().then(
      () => '',
      (error: NodeJS.ErrnoException) => error.code,
    );
    const isOpen = !silent.resume().readableEnded && !silent.destroyed;
    silent.destroy();
    return code === 'ECONNRESET' && isOpen;
  }, 20_000);
  await vi.waitUntil(() => ask().then(Boolean, () => false), 20_000);
});

it('the page of the certificate is in the language of the device, and gives the certificate', async () => {
  const { at } = await serveLan(http.createServer(), await certificate(NAMES));
  const page = await askLan(at, { host: '127.0.0.1', path: '/lan' });
  expect(page.body.toString().replaceAll('<wbr>', '')).toContain(authority.fingerprint);
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'/);
  const file = await askLan(at, { host: '127.0.0.1', path: '/lan/magpie-ca.crt' });
  expect(file.headers['content-type']).toBe('application/x-x509-ca-cert');
  expect(file.body.toString()).toBe(authority.certificate);
});

it('addresses that routers of the internet forward are no neighbours, and none of them is in the certificate', () => {
  const at = (address: string, cidr: string) => [{ address, cidr, internal: false } as os.NetworkInterfaceInfo];
  const interfaces = {
    lan: at('192.168.1.5', '192.168.1.5/24'),
    wan: at('203.0.113.9', '203.0.113.9/30'),
    v6: at('fd00::2', 'fd00::2/64'),
    link: at('fe80::1', 'fe80::1/64'),
  };
  expect(ownAddresses(interfaces)).toEqual(['192.168.1.5', 'fd00::2', '127.0.0.1', '::1']);
  const isNeighbour = makeIsNeighbour(neighbourNetworks(interfaces));
  expect(['192.168.7.7', '::ffff:10.0.0.1', '203.0.113.10', 'fe80::2'].map(isNeighbour)).toEqual(Array(4).fill(true));
  expect(['203.0.113.90', '8.8.8.8', '2001:db8::1', ''].map(isNeighbour)).toEqual(Array(4).fill(false));
});

it.each([
  ['https://192.168.1.5:8443', /is an address: passkeys/],
  ['https://[fd00::2]', /is an address: passkeys/],
  ['https://magpie.local', /^$/],
])('the start says whether browsers refuse passkeys for pages at %s', (origin, line) => {
  expect(describeOrigin(origin)).toMatch(line);
});

it('the start of LAN mode prints the file, the addresses and the fingerprint', () => {
  const addresses = ['192.168.1.5', 'fd00::2', '127.0.0.1', '::1'];
  const app = { port: 8443, hosts: ['0.0.0.0', '::'], appOrigin: 'https://magpie.local:8443', lan: undefined };
  const text = describeLan(app, { authority, addresses }, false);
  for (const part of [
    authority.file,
    authority.fingerprint,
    'https://192.168.1.5:8443/lan',
    'https://[fd00::2]:8443/lan',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('127.0.0.1');
});

it('behind the ports of a machine the start prints the address of that machine, and the certificate is for it', async () => {
  const settings = readSettings({
    MAGPIE_LAN: '1',
    MAGPIE_LAN_ADDRESS: '192.168.1.5, fd00::2',
    HOST: '0.0.0.0',
    APP_ORIGIN: 'https://magpie.local:443',
    CONTENT_ORIGIN: 'https://192.168.1.5:443',
  });
  if (!settings.lan) throw new Error('LAN mode is off');
  const certificates = await openCertificates(dataDir, settings.lan);
  const text = describeLan(settings, certificates, false);
  expect(text).toContain('https://192.168.1.5/lan');
  expect(text).toContain('https://[fd00::2]/lan');
  const leaf = new X509Certificate(certificates.current().certificate);
  for (const address of ['192.168.1.5', 'fd00::2', '127.0.0.1']) expect(leaf.checkIP(address)).toBe(address);
});

it('the check of the image asks a server of LAN mode by its authority, and no other server', async () => {
  const { port } = await serveLan(http.createServer(), await certificate(NAMES));
  const env = { HOST: '0.0.0.0', PORT: String(port), MAGPIE_LAN: '1', MAGPIE_DATA: dataDir };
  // Not its runtime, which this proxy has no probes of: the page of the certificate answers in its place.
  await expect(isReady(env)).resolves.toBe(false);
  await expect(isReady({ ...env, MAGPIE_LAN: '' })).rejects.toThrow();
  const otherDir = scratchFolder();
  await loadAuthority(otherDir, NAMES.slice(0, 2), Date.now());
  await expect(isReady({ ...env, MAGPIE_DATA: otherDir })).rejects.toMatchObject({ code: /CERT|SELF_SIGNED|VERIFY/ });
});

it('a certificate that is made anew is used by the next connection', async () => {
  const { at, lan, proxy } = await serveLan(sayHost(), await certificate(['magpie.local']));
  const ask = () => askLan(at, { host: 'attic.local', path: '/lan' });
  await expect(ask()).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  expect(lan.update(await certificate(['attic.local']))).toBe(true);
  proxy.renew();
  expect((await ask()).status).toBe(200);
});
