import { expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

it('the settings of a server are a demo on this machine by default, with two origins that follow the port', () => {
  expect(readSettings({ PORT: '9000' })).toMatchObject({
    mode: 'demo',
    hosts: ['127.0.0.1', '::1'],
    appOrigin: 'http://localhost:9000',
    contentOrigin: 'http://127.0.0.1:9000',
  });
});

it('the settings of a production server name both origins and may listen anywhere', () => {
  const env = {
    MAGPIE_MODE: 'production',
    HOST: '0.0.0.0',
    APP_ORIGIN: 'https://drive.example',
    CONTENT_ORIGIN: 'https://files.example',
  };
  expect(readSettings(env)).toMatchObject({ mode: 'production', hosts: ['0.0.0.0'] });
});

it('the settings of a server take the store of the bytes from the environment', () => {
  expect(readSettings({ BLOB_STORE: 'r2' }).blobStore).toBe('r2');
  expect(readSettings({}).blobStore).toBeUndefined();
});

it('the settings of LAN mode are those of production, with two names of the network and every address of this machine', () => {
  expect(readSettings({ MAGPIE_LAN: '1' })).toMatchObject({
    mode: 'production',
    hosts: ['0.0.0.0', '::'],
    appOrigin: 'https://magpie.local:8787',
    contentOrigin: 'https://magpie-files.local:8787',
    lan: { published: ['magpie.local', 'magpie-files.local'] },
  });
  expect(readSettings({ MAGPIE_LAN: 'attic', APP_ORIGIN: 'https://nas.lan', PORT: '443' })).toMatchObject({
    appOrigin: 'https://nas.lan',
    contentOrigin: 'https://attic-files.local',
    lan: { appHost: 'nas.lan', published: ['attic-files.local'] },
  });
  expect(readSettings({ MAGPIE_LAN: '1', MAGPIE_LAN_ADDRESS: '192.168.1.5' })).toMatchObject({
    lan: { published: [], addresses: ['192.168.1.5'] },
  });
});

it.each([
  [{ HOST: '0.0.0.0' }],
  [{ MAGPIE_LAN: 'Attic' }],
  [{ MAGPIE_LAN: '1', MAGPIE_LAN_ADDRESS: '203.0.113.9' }],
  [{ MAGPIE_LAN: '1', MAGPIE_LAN_ADDRESS: 'nas.lan' }],
  [{ MAGPIE_LAN: '1', MAGPIE_MODE: 'demo' }],
  [{ MAGPIE_LAN: '1', PAYMENT: 'stripe' }],
  [{ MAGPIE_LAN: '1', APP_ORIGIN: 'http://localhost:8787' }],
  [{ MAGPIE_LAN: '1', APP_ORIGIN: 'https://192.168.1.5' }],
  [{ PORT: 'x' }],
  [{ MAGPIE_MODE: 'test' }],
  [{ BLOB_STORE: 'tape' }],
  [{ LIMITS: '[]' }],
  [{ OUTBOUND_PORTS: '80a' }],
  [{ TRUSTED_PROXY_HEADER: 'X-Forwarded-For, X-Real-IP' }],
  [{ MAGPIE_OUTBOUND_ALLOW: '10.0.0.1:80' }],
  [{ MAGPIE_OUTBOUND_ALLOW: '127.0.0.1' }],
  [{ LIMITS: '{' }],
  [{ CLIENTS: '{}' }],
  [{ CLIENTS: '[' }],
  [{ MAGPIE_MODE: 'production' }],
  [
    {
      MAGPIE_MODE: 'production',
      APP_ORIGIN: 'https://a.example',
      CONTENT_ORIGIN: 'https://b.example',
      MAGPIE_OUTBOUND_ALLOW: '127.0.0.1:9000',
    },
  ],
  [{ MAGPIE_MODE: 'production', APP_ORIGIN: 'https://a.example' }],
  [{ MAGPIE_MODE: 'production', APP_ORIGIN: 'http://a.example', CONTENT_ORIGIN: 'https://b.example' }],
  [{ MAGPIE_MODE: 'production', APP_ORIGIN: 'https://a.example/x', CONTENT_ORIGIN: 'https://b.example' }],
  [{ CONTENT_ORIGIN: 'http://localhost:8787' }],
])('the settings of a server are refused when unsafe or invalid: %j', (env) => {
  expect(() => readSettings(env)).toThrow(SettingsError);
});
