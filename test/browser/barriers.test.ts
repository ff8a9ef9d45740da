/** A page without barriers is not judged twice, and a page that gained one is. */
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { fingerprintOf, readBarriers } from './barriers.ts';
import { launch, visit } from './browser.ts';

const PAGE = `<!doctype html><html lang="en-US"><head><title>Files</title><meta name="viewport" content="width=device-width">
<style>body { color: #222; background: #fff } [data-faint] { color: #ccc } [data-low] { height: 2em; overflow: auto } [data-skip] { position: absolute; left: -9999px }</style></head><body>
<header><a href="#files" data-skip>Skip to files</a><nav aria-label="Places"><a href="/">Home</a></nav><nav aria-label="Legal"><a href="/law">Law</a></nav></header>
<main id="files"><h1>Files</h1><h2>Recent</h2>
<p id="note">Three files were changed.</p><p lang="ja">三つのファイル</p>
<ul><li>One</li><li>Two</li></ul>
<a href="/one"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="A magpie"> One</a>
<button aria-label="Share one with others">Share one</button>
<form><label for="name">Name</label><input id="name" autocomplete="name" aria-describedby="note"><button>Save</button></form>
<div id="box"><p>Long text</p><p>Long text</p><p>Long text</p></div>
<div id="hidden" aria-hidden="true"><span>Drawn</span></div>
<div role="tablist" aria-label="Views"><button role="tab" aria-selected="true">List</button></div>
<table><tr><th scope="col">Name</th></tr><tr><td>One</td></tr></table>
</main><footer><p>Magpie</p></footer></body></html>`;

let page: Page;
let soundPrint: string;

await launch();

beforeAll(async () => {
  ({ page } = await visit());
  // A page without an address has no paths.
  await page.route('http://magpie.test/**', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
  await page.goto('http://magpie.test/files');
  soundPrint = await fingerprintOf(page);
});

const show = (html: string): Promise<void> => page.setContent(html);

test('a page in other words is the same to the rules, and another number of things is not', async () => {
  const changes = [
    ['Recent', 'Новые'],
    ['>Files<', '>Файлы<'],
    ['Three files', 'Три'],
    ['en-US', 'ru'],
    ['"Places"', '"Места"'],
    ['A magpie', 'Сорока'],
  ];
  await show(changes.reduce((html, [from = '', to = '']) => html.replaceAll(from, to), PAGE));
  expect(await fingerprintOf(page)).toBe(soundPrint);
  await show(PAGE.replace('<li>Two</li>', '<li>Two</li><li>Three</li>'));
  expect(await fingerprintOf(page)).not.toBe(soundPrint);
});

test('a page without barriers is judged once', async () => {
  await show(PAGE);
  expect(await readBarriers(page)).toEqual([]);
  await show(PAGE.replace('Recent', 'Latest'));
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'axe'));
  expect(await readBarriers(page)).toEqual([]);
  expect(await page.evaluate(() => 'axe' in globalThis)).toBe(false);
});

/** Rule, a piece of the page, what breaks the rule in its place. Pieces of one list differ, so that a page can break all its rules. */
const BROKEN: readonly (readonly [rule: string, sound: string, spoilt: string])[] = [
  ['color-contrast', 'id="note"', 'id="note" data-faint'],
  ['scrollable-region-focusable', 'id="box"', 'id="box" data-low'],
  ['button-name', '<button>Save</button>', '<button></button>'],
  ['label', 'for="name"', 'for="other"'],
  ['label-content-name-mismatch', 'aria-label="Share one with others"', 'aria-label="Give two to others"'],
  ['image-alt', ' alt="A magpie"', ''],
  ['image-redundant-alt', 'alt="A magpie"', 'alt="One"'],
  ['link-name', '<a href="/">Home</a>', '<a href="/"></a>'],
  ['landmark-unique', 'aria-label="Legal"', 'aria-label="Places"'],
  ['landmark-one-main', '<main id="files">', '<div id="files">'],
  ['heading-order', '<h2>Recent</h2>', '<h4>Recent</h4>'],
  ['empty-heading', '<h2>Recent</h2>', '<h2> </h2>'],
  ['page-has-heading-one', '<h1>Files</h1>', '<p>Files</p>'],
  ['html-has-lang', '<html lang="en-US">', '<html>'],
  ['html-lang-valid', '<html lang="en-US">', '<html lang="zz-English">'],
  ['valid-lang', 'lang="ja"', 'lang="jaja"'],
  ['document-title', '<title>Files</title>', '<title> </title>'],
  ['meta-viewport', 'width=device-width', 'width=device-width, user-scalable=no'],
  ['autocomplete-valid', 'autocomplete="name"', 'autocomplete="nombre"'],
  ['aria-hidden-focus', '<span>Drawn</span>', '<span tabindex="0">Drawn</span>'],
  ['aria-valid-attr-value', 'aria-selected="true"', 'aria-selected="yes"'],
  ['aria-valid-attr', 'aria-selected="true"', 'aria-selekted="true"'],
  ['aria-required-parent', 'role="tablist"', 'role="group"'],
  ['aria-roles', 'role="tablist"', 'role="tabs"'],
  ['list', '<li>One</li>', '<p>One</p>'],
  ['listitem', '<ul><li>One</li><li>Two</li></ul>', '<div><li>One</li><li>Two</li></div>'],
  ['nested-interactive', '<button>Save</button>', '<button>Save <a href="/more">more</a></button>'],
  ['skip-link', 'href="#files"', 'href="#folders"'],
  ['tabindex', '<button>Save', '<button tabindex="3">Save'],
  ['region', '<footer>', '<div>Outside</div><footer>'],
];

test.each(BROKEN)('a page that breaks the rule %s is no longer the sound one', async (_rule, sound, spoilt) => {
  expect(PAGE).toContain(sound);
  await show(PAGE.replace(sound, spoilt));
  expect(await fingerprintOf(page)).not.toBe(soundPrint);
});

test('each broken rule is named once the page is judged', async () => {
  const rulesIn = async (html: string): Promise<string[]> => {
    await show(html);
    return (await readBarriers(page)).map((line) => line.replace(/:.*/, ''));
  };
  /** As many as go together; a look costs half a second. */
  const together = BROKEN.reduce((html, [, sound, spoilt]) => html.replace(sound, spoilt), PAGE);
  const found = new Set(await rulesIn(together));
  for (const [rule, sound, spoilt] of BROKEN)
    if (!found.has(rule)) expect(await rulesIn(PAGE.replace(sound, spoilt))).toContain(rule);
});
