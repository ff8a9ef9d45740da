import { expect, it } from 'vitest';
import { completeConfig, type RuntimeConfig, SECRET_HEADER, type StartFacts } from './runtime-config.ts';

const built: RuntimeConfig = {
  sockets: [],
  services: [
    { name: 'do:storage', disk: { path: '@state/do', writable: true } },
    {
      name: 'machine',
      external: { address: '127.0.0.1:1', http: { injectRequestHeaders: [{ name: 'a', value: 'b' }] } },
    },
    {
      name: 'core:user:magpie',
      worker: {
        modules: [{ name: 'index.js', esModule: { embed: 'abc' } }],
        durableObjectStorage: { localDisk: 'do:storage' },
        globalOutbound: { name: 'core:user:outbound' },
        bindings: [
          { name: 'MAGPIE_MODE', text: 'demo' },
          { name: 'MACHINE', service: { name: 'machine' } },
          { name: 'DOWNLOADER', service: { name: 'downloader' } },
          { name: 'BLOBS', r2Bucket: { name: 'r2' } },
        ],
      },
    },
    { name: 'r2', worker: { bindings: [{ name: 'FILES', service: { name: 'r2:storage' } }] } },
    { name: 'r2:storage', disk: { path: '@state/r2', writable: true } },
    { name: 'core:user:outbound', worker: { bindings: [{ name: 'NODE', service: { name: 'node' } }] } },
  ],
};

const facts: StartFacts = {
  configDir: '/dist/runtime',
  stateDir: '/data/state',
  blobsDir: '/data/blobs',
  clientDir: '/dist/client',
  bindings: { MAGPIE_MODE: 'production', SECRET_ROOT: 'ab', BLOB_STORE: 'disk' },
  servicesAddress: '127.0.0.1:9000',
  servicesSecret: 'secret of this start',
  services: new Set(['MACHINE', 'NODE']),
  smtpNetwork: null,
  v8Flags: ['--max-heap-size=512'],
};

const serviceIn = (config: RuntimeConfig, name: string) => config.services.find((one) => one.name === name);

it('folders, files and addresses are those of the start', () => {
  const config = completeConfig(built, facts);
  expect(serviceIn(config, 'do:storage')?.disk?.path).toBe('/data/state/do');
  expect(serviceIn(config, 'core:user:magpie')?.worker?.['modules']).toEqual([
    { name: 'index.js', esModule: { embed: '/dist/runtime/abc' } },
  ]);
  expect(serviceIn(config, 'machine')?.external).toEqual({
    address: '127.0.0.1:9000',
    http: {
      injectRequestHeaders: [
        { name: 'a', value: 'b' },
        { name: SECRET_HEADER, value: 'secret of this start' },
      ],
    },
  });
});

it('the Worker gets the variables of the start, and no binding to a service that is not there', () => {
  const bindings = serviceIn(completeConfig(built, facts), 'core:user:magpie')?.worker?.bindings;
  expect(bindings).toEqual([
    { name: 'MACHINE', service: { name: 'machine' } },
    { name: 'MAGPIE_MODE', text: 'production' },
    { name: 'SECRET_ROOT', text: 'ab' },
    { name: 'BLOB_STORE', text: 'disk' },
  ]);
});

it('the Worker before the internet gets no variable and no secret', () => {
  const outbound = serviceIn(completeConfig(built, facts), 'core:user:outbound');
  expect(outbound?.worker?.bindings).toEqual([{ name: 'NODE', service: { name: 'node' } }]);
});

it('a mail relay has a network of its own', () => {
  const config = completeConfig(built, { ...facts, smtpNetwork: { allow: ['10.0.0.1/32'] } });
  expect(serviceIn(config, 'smtp-network')).toEqual({ name: 'smtp-network', network: { allow: ['10.0.0.1/32'] } });
  expect(serviceIn(config, 'core:user:magpie')?.worker?.bindings?.at(-1)).toEqual({
    name: 'SMTP_NET',
    service: { name: 'smtp-network' },
  });
});

it('the simulator of R2 runs where files are stored in it, and nowhere else', () => {
  const stored = { ...facts, bindings: { ...facts.bindings, BLOB_STORE: 'r2' } };
  const namesOf = (config: RuntimeConfig) => config.services.map(({ name }) => name).filter((name) => /^r2/.test(name));
  expect(namesOf(completeConfig(built, facts))).toEqual([]);
  expect(namesOf(completeConfig(built, stored))).toEqual(['r2', 'r2:storage']);
});
