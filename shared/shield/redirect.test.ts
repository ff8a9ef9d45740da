import { expect, it } from 'vitest';
import { readPassed, readRedirect, withPassed } from './redirect.ts';

const OURS = 'https://drive.example.com';
const passed = { captchaToken: 'tok', expiresInSeconds: 300 };

it.each([
  `${OURS}/loading`,
  `${OURS}/loading?state=x`,
  `${OURS}/a/../loading`,
  'magpie://checked',
  'magpie:checked?x=1',
])('a check may return to %s', (address) => {
  expect(readRedirect(address, OURS)).not.toBeNull();
});

it.each([
  '',
  '/loading',
  'noise',
  `${OURS}/loading/`,
  `${OURS}/loading.html`,
  `${OURS}/loadingx`,
  `${OURS}/loading/../drive/all`,
  `${OURS}/Loading`,
  `${OURS}/x/loading`,
  `${OURS}//loading`,
  `${OURS}:8443/loading`,
  'http://drive.example.com/loading',
  `${OURS}.evil.example/loading`,
  'https://drive.example.com@evil.example/loading',
  'https://user:pass@drive.example.com/loading',
  'https://evil.example/loading?https://drive.example.com/loading',
  'https://evil.example#https://drive.example.com/loading',
  'javascript:alert(1)//loading',
  'data:text/html,loading',
  'magpiex://checked',
  'xmagpie://checked',
  'intent://drive.example.com/loading#Intent;scheme=magpie;end',
  `${OURS}/loading?${'x'.repeat(2_000)}`,
])('a check never returns to %s', (address) => {
  expect(readRedirect(address, OURS)).toBeNull();
});

const target = (state = 's') => withPassed(new URL(`${OURS}/loading`), passed, state);

it('the answer of a check: readPassed reads our own address with our state', () => {
  expect(readPassed(target(), OURS, 's')).toEqual(passed);
});

it('withPassed replaces parameters of the same names', () => {
  const smuggled = new URL(`${OURS}/loading?captcha_token=old&state=t&expires_in=9`);
  expect(readPassed(withPassed(smuggled, passed, 's'), OURS, 's')).toEqual(passed);
});

it.each<[string, string]>([
  ['with another state', target('t')],
  ['without a state', withPassed(new URL(`${OURS}/loading`), passed, '')],
  ['at another origin', target().replace(OURS, 'https://evil.example')],
  ['at an origin that begins like ours', target().replace(OURS, `${OURS}.evil.example`)],
  ['at another path', target().replace('/loading', '/loading2')],
  ['below our path', target().replace('/loading', '/loading/x')],
  ['without a token', `${OURS}/loading?expires_in=300&state=s`],
  ['with a life that is none', `${OURS}/loading?captcha_token=t&expires_in=soon&state=s`],
  ['with a life of minus one', `${OURS}/loading?captcha_token=t&expires_in=-1&state=s`],
  ['in the fragment', `${OURS}/loading#captcha_token=t&expires_in=300&state=s`],
  ['in no address', 'about:blank'],
])('the answer of a check: readPassed returns null %s', (_what, address) => {
  expect(readPassed(address, OURS, 's')).toBeNull();
});
