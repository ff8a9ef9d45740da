/** Declared variables: where the server listens, what it serves, and where it stores. */
import type { SettingRow } from './setting.ts';

const PORT = { least: 1, most: 65_535 } as const;

export const LISTENING: readonly SettingRow[] = [
  [
    'MAGPIE_MODE',
    'both',
    { oneOf: ['demo', 'production'] },
    'demo',
    '`demo`: loopback only, demo people. `production`: neither. With `MAGPIE_LAN` the default is `production`; `npm run deploy` sets it',
  ],
  ['HOST', 'machine', 'address', '127.0.0.1 and ::1', 'where the server listens. With `MAGPIE_LAN`: every address'],
  ['PORT', 'machine', PORT, '8787', 'port of pages, calls and files'],
  [
    'MAGPIE_LAN',
    'machine',
    'text',
    '',
    '`1`, or a name such as `attic`: serves phones and other machines of the same network by https, as `magpie.local`: [lan.md](lan.md). The same as `npm start -- --lan`',
  ],
  [
    'MAGPIE_DEMO_EXPOSE',
    'machine',
    { oneOf: ['1'] },
    '',
    'lets demo mode listen on other addresses than loopback. Its people have known passwords',
  ],
  [
    'APP_ORIGIN',
    'both',
    'origin',
    'http://localhost:PORT in demo mode',
    'origin of pages and calls. https, except on loopback. `npm run deploy` sets it',
  ],
  [
    'CONTENT_ORIGIN',
    'both',
    'origin',
    'http://127.0.0.1:PORT in demo mode',
    "origin of stored files: another host than the app's. `npm run deploy` sets it",
  ],
  [
    'API_ORIGINS',
    'both',
    'origins',
    '',
    'further origins of the same server. Pages spread their calls over them and skip one that fails',
  ],
  [
    'REDIRECT_ORIGINS',
    'both',
    'origins',
    '',
    'https origins that redirect rules may lead to when their document says `allow installation`',
  ],
  ['TRUSTED_PROXY_HEADER', 'machine', 'text', '', "the one header in which a proxy sends the client's address"],
  [
    'TRUSTED_PROXIES',
    'machine',
    'addresses',
    'this machine',
    'addresses or networks of proxies on other machines. Without it their clients count as one',
  ],
  [
    'DEFAULT_COUNTRY',
    'both',
    'text',
    'US',
    'ISO 3166-1 code of the country of visitors for whom the platform reports none',
  ],
  ['LIMITS', 'both', 'JSON', '{}', 'limits that differ from the defaults: [limits.md](limits.md)'],
  [
    'SERVER_LIMITS',
    'machine',
    'JSON',
    '{}',
    'limits of the proxy that differ from the defaults: [limits.md](limits.md)',
  ],
  ['CLIENTS', 'both', 'JSON', '', 'programs that sign people in: below'],
];

export const STORING: readonly SettingRow[] = [
  ['MAGPIE_DATA', 'machine', 'folder', '.data', 'the state folder; only its owner can read it'],
  [
    'BLOB_STORE',
    'both',
    { oneOf: ['disk', 'r2'] },
    '',
    'where bytes are. On one machine plain files, or the simulated bucket; without it the folder decides, a new one takes `disk`. `npm run deploy` sets `r2`',
  ],
  [
    'MAGPIE_HEAP_MB',
    'machine',
    { least: 64, most: 65_536 },
    '512',
    'MiB of heap of the runtime. It keeps what it has once grown to: plan for this, about 200 MiB for the runtime and 200 MiB for the other processes',
  ],
  [
    'MAGPIE_DISK_RESERVE_MB',
    'machine',
    { least: 1, most: 1_048_576 },
    '1 % of the disk, 64 to 4096',
    'MiB of free disk below which nothing can be added. Reading, deleting and signing in continue',
  ],
  [
    'OUTBOUND_PORTS',
    'both',
    'ports',
    '',
    'ports that files may be fetched from besides 80 and 443. Private addresses stay closed',
  ],
  [
    'DOWNLOADER',
    'machine',
    { oneOf: ['aria2'] },
    '',
    '`aria2` starts aria2c (Debian package aria2) for magnet links and .torrent files. Not set: such links are refused',
  ],
  ['DOWNLOADER_PORTS', 'machine', 'ports', '6881-6999', 'ports for peers'],
  [
    'DOWNLOADER_DISK_GB',
    'machine',
    { least: 1, most: 1_048_576 },
    '100',
    'GiB that downloads may have on the disk together',
  ],
  ['DOWNLOADER_FTP', 'machine', { oneOf: ['1'] }, '', 'allows ftp links'],
  ['DOWNLOADER_URL', 'machine', 'address', '', 'RPC of an aria2 that runs elsewhere, instead of `DOWNLOADER`'],
  ['DOWNLOADER_SECRET', 'machine', 'secret', '', 'of that RPC'],
  ['DOWNLOADER_DIR', 'machine', 'folder', '', 'where that aria2 stores and this server reads'],
];
