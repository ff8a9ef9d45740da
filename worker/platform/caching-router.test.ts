import { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { expect, test } from 'vitest';
import { makeCachingRouter } from './caching-router.ts';

const ID = 'VHLS0N-4wJcZLRS2E9LqQ6hkNd';
const OTHER = 'Voj_rmMPpNCwEEBcGdwGrhx4-s';

function makeApp(router: ConstructorParameters<typeof Hono>[0]) {
  const app = new Hono(router);
  app.use('*', (_c, next) => next());
  app.get('/s/:shareId', (c) => c.json(['share', c.req.param(), c.req.path]));
  app.get('/s/:shareId/:parentIds{.+}', (c) => c.json(['folder', c.req.param()]));
  app.get('/drive/all/:id?', (c) => c.json(['drive', c.req.param()]));
  app.get('/drive/v1/files/:a/:b', (c) => c.json(['file', c.req.param()]));
  app.post('/s/:shareId', (c) => c.json(['posted', c.req.param()]));
  app.get('/en-US', (c) => c.json(['home']));
  app.get('/.well-known/oauth-authorization-server', (c) => c.json(['metadata']));
  app.get('/.well-known/:name', (c) => c.json(['other', c.req.param()]));
  return app;
}

const cached = makeApp({ router: makeCachingRouter() });
const plain = makeApp({ router: new TrieRouter() });

test.each([
  '/en-US',
  `/s/${ID}`,
  `/s/${OTHER}`,
  `/s/${ID}/${OTHER}`,
  `/s/${OTHER}/${ID}/${ID}`,
  `/s/${ID}/${OTHER}/${ID}/${OTHER}/${ID}`,
  '/s/short',
  `/s/${'0'.repeat(26)}`,
  `/s/${'1'.repeat(26)}/${'0'.repeat(26)}`,
  `/s/${ID}/${'0'.repeat(30)}`,
  `/s/${ID}.json`,
  `/s/%20${ID}`,
  '/drive/all',
  `/drive/all/${ID}`,
  `/drive/v1/files/${ID}/content`,
  `/nowhere/${ID}`,
  '/.well-known/oauth-authorization-server',
  `/.well-known/${ID}`,
])('%s is matched as without a cache, the first time and later', async (path) => {
  const answers = async (method: string) => {
    const [one, other] = [await cached.request(path, { method }), await plain.request(path, { method })];
    return [await one.text(), await other.text()];
  };
  for (let round = 0; round < 2; round += 1)
    for (const method of ['GET', 'POST']) {
      const [one, other] = await answers(method);
      expect(one).toBe(other);
    }
});
