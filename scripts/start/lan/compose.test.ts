/** The compose files of LAN mode: their environments, over that of .env.example, start a server of LAN mode. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { readSettings } from '../settings.ts';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Variables that compose sets, in place of those of .env. */
function environmentOf(file: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const [, block = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(read(file)) ?? [];
  const lines = [...block.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', text = '']) => [
      name,
      text
        .replace(/^"(.*)"$/, '$1')
        .replaceAll(/\$\{(\w+):(?:-(\w+)|\?)\}/g, (_, variable: string, fallback?: string) => {
          const value = given[variable] ?? fallback;
          if (value === undefined) throw new Error(`${file} needs ${variable}`);
          return value;
        }),
    ]),
  );
}

const example = Object.fromEntries(
  [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

it('the container with the network of the machine has the names in .local, whatever .env says of a proxy', () => {
  const settings = readSettings({ ...example, ...environmentOf('compose.lan.yaml', {}) });
  expect(settings).toMatchObject({
    mode: 'production',
    dataDir: '/data',
    hosts: ['0.0.0.0', '::'],
    port: 8787,
    appOrigin: 'https://magpie.local:8787',
    trustedProxyHeader: undefined,
    lan: { published: ['magpie.local', 'magpie-files.local'], addresses: [] },
  });
  const other = readSettings({
    ...example,
    ...environmentOf('compose.lan.yaml', { MAGPIE_LAN: 'attic', LAN_PORT: '9000' }),
  });
  expect(other.contentOrigin).toBe('https://attic-files.local:9000');
});

it('the container with published ports has the names of the network and the address of the machine', () => {
  const given = { LAN_ADDRESS: '192.168.1.5', APP_HOST: 'drive.home.arpa', CONTENT_HOST: '192.168.1.5' };
  const env = (more: Record<string, string>) => ({
    ...example,
    ...environmentOf('compose.lan.yaml', {}),
    ...environmentOf('compose.lan-ports.yaml', { ...given, ...more }),
  });
  expect(readSettings(env({}))).toMatchObject({
    appOrigin: 'https://drive.home.arpa',
    contentOrigin: 'https://192.168.1.5',
    hosts: ['0.0.0.0'],
    port: 8787,
    lan: { published: [], addresses: ['192.168.1.5'] },
  });
  expect(readSettings(env({ LAN_PORT: '8443' })).appOrigin).toBe('https://drive.home.arpa:8443');
});
