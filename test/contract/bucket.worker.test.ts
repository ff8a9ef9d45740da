/** Requests of storage clients to the bucket beside uploads: the answers are XML, never a page. */
import { expect, it } from 'vitest';
import { visit } from './visit.ts';

const ask = (method: string, path: string, headers: Record<string, string>) => visit(path, { method, headers });

const SIGV4 = 'AWS4-HMAC-SHA256 Credential=a/20261122/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=b';

it.each([
  ['GET', '/?uploads', {}, '405 MethodNotAllowed'],
  ['GET', '/?uploads=', {}, '405 MethodNotAllowed'],
  ['GET', '/?list-type=2&prefix=a', {}, '405 MethodNotAllowed'],
  ['GET', '/', { authorization: SIGV4 }, '405 MethodNotAllowed'],
  ['GET', '/', { authorization: 'OSS a:b' }, '405 MethodNotAllowed'],
  ['PUT', '/', { 'x-amz-date': '20261122T000000Z' }, '405 MethodNotAllowed'],
  ['GET', '/magpie', {}, '405 MethodNotAllowed'],
  ['GET', '/magpie/?location', {}, '405 MethodNotAllowed'],
  ['POST', '/magpie?delete', {}, '405 MethodNotAllowed'],
  ['GET', '/magpie/other.txt', {}, '404 NoSuchKey'],
  ['PUT', '/magpie/other.txt', {}, '405 MethodNotAllowed'],
  ['GET', '/other.txt', { authorization: SIGV4 }, '404 NoSuchKey'],
  ['GET', '/u-turn', { authorization: SIGV4 }, '404 NoSuchKey'],
])('%s %s is refused in XML', async (method, path, headers: Record<string, string>, expected) => {
  const answer = await ask(method, path, headers);
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(`${answer.status} ${/<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1]}`).toBe(expected);
});

it('a HEAD is refused without a body', async () => {
  const answer = await ask('HEAD', '/magpie', {});
  expect([answer.status, await answer.text()]).toEqual([405, '']);
});

it.each(['/', '/?location=here', '/?utm_source=uploads'])('the home page %s stays a page', async (path) => {
  const answer = await ask('GET', path, { accept: 'text/html' });
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
});
