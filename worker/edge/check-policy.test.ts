import { expect, test } from 'vitest';
import { checkPolicy, loadingPolicy, previewFramePolicy } from './check-policy.ts';

const rulesOf = (policy: string) => policy.split('; ');

test('without a provider the policy of the human check names no origin but its own', () => {
  const policy = checkPolicy(null);
  expect(policy).not.toMatch(/https?:|\*|unsafe|blob:/);
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
  ])
    expect(rulesOf(policy)).toContain(rule);
});

test.each([
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js', 'https://challenges.cloudflare.com'],
  ['recaptcha', 'https://www.google.com/recaptcha/api.js', 'https://www.google.com https://www.gstatic.com'],
] as const)('with %s it runs the scripts of that provider and no others', (name, scriptUrl, sources) => {
  const rules = rulesOf(checkPolicy({ name, scriptUrl }));
  expect(rules).toContain(`script-src 'self' ${sources}`);
  expect(rules.join()).not.toContain('unsafe-eval');
  expect(rules.find((rule) => rule.startsWith('script-src'))).not.toContain('unsafe-inline');
});

test.each([
  ['the check', checkPolicy(null)],
  ['a check of a provider', checkPolicy({ name: 'turnstile', scriptUrl: 'https://p.example/api.js' })],
  ['the page it returns to', loadingPolicy()],
])('%s may be framed by our own pages only', (_page, policy) => {
  expect(rulesOf(policy)).toContain("frame-ancestors 'self'");
  expect(rulesOf(policy)).toContain("base-uri 'none'");
});

test('the page it returns to runs no script at all', () => {
  expect(loadingPolicy()).not.toContain('script-src');
  expect(rulesOf(loadingPolicy())).toContain("default-src 'none'");
});

test('the frame of documents has no origin, loads our scripts and requests nothing else', () => {
  const policy = previewFramePolicy('https://content.test/assets/');
  expect(policy).toContain(
    "sandbox allow-scripts; default-src 'none'; script-src https://content.test/assets/ 'wasm-unsafe-eval';",
  );
  expect(policy).not.toMatch(/connect-src|frame-src|allow-same-origin|unsafe-eval' |'self'/);
});
