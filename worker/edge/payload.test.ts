import { expect, test } from 'vitest';
import { payloadHref, payloadPage } from '#shared/navigation/payload.ts';
import { payloadOf } from './payload.ts';

const DOCUMENT = `<!DOCTYPE html><html lang="ja" dir="ltr" data-build="b1"><head><meta charSet="utf-8"/><title>A &amp; B</title><link rel="stylesheet" href="/assets/s.css"/><script type="module" src="/assets/plain.js"></script><link rel="icon" href="/favicon.svg"/><meta name="description" content="What &lt;it&gt; is"/><link rel="canonical" href="https://x.example/ja/faq"/><link rel="alternate" hrefLang="ko" href="https://x.example/ko/faq"/><meta property="og:title" content="A"/><script type="application/ld+json">{"name":"\\u003cmain>"}</script></head><body><header><details class="m" data-part="languages"><summary>L</summary><details><a href="/ko">ko</a></details></details><a href="/auth">in</a></header><main id="main" tabindex="-1"><h1>Hi</h1><main-like>x</main-like></main><footer>f</footer></body></html>`;

test('a payload holds what is of this page, and nothing of the frame but its marked parts', () => {
  expect(payloadOf(DOCUMENT, { build: 'b1', layout: 'basic' })).toEqual({
    build: 'b1',
    language: 'ja',
    layout: 'basic',
    head: '<title>A &amp; B</title><meta name="description" content="What &lt;it&gt; is"/><link rel="canonical" href="https://x.example/ja/faq"/><link rel="alternate" hrefLang="ko" href="https://x.example/ko/faq"/><meta property="og:title" content="A"/><script type="application/ld+json">{"name":"\\u003cmain>"}</script>',
    main: '<main id="main" tabindex="-1"><h1>Hi</h1><main-like>x</main-like></main>',
    parts: {
      languages:
        '<details class="m" data-part="languages"><summary>L</summary><details><a href="/ko">ko</a></details></details>',
    },
    scripts: ['/assets/plain.js'],
  });
});

test('a document without a main part has no payload', () => {
  expect(() => payloadOf('<html lang="ja"><body>x</body>', { build: 'b', layout: 'basic' })).toThrow();
});

test.each([
  ['/ja/faq', '/ja/faq/_payload.json?b1'],
  ['/ja', '/ja/_payload.json?b1'],
  ['/', '/_payload.json?b1'],
  ['/ja/faq/', '/ja/faq/_payload.json?b1'],
])('the payload of %s is at %s, and leads back to its page', (page, address) => {
  expect(payloadHref(page, 'b1')).toBe(address);
  expect(payloadPage(new URL(address, 'https://x.example').pathname)).toBe(page === '/ja/faq/' ? '/ja/faq' : page);
});

test.each([
  '/auth/_payload.json',
  '/ja/contact-us/_payload.json',
  '/ja/faq',
  '/ja/nothing/_payload.json',
  '/_payload.json/x',
])('%s is no payload', (address) => {
  expect(payloadPage(address)).toBeNull();
});
