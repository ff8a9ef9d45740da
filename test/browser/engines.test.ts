/** The main job in the engines of Firefox and of Safari, by real presses and keys. Each step is what a person sees. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pngOf } from '#test/seed/pictures.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { type Engine, hasEngine, openEngine } from './engines.ts';

const PASSWORD = 'magpie-demo';
const CODE = 'Blau42';
const NAME = 'seagull 写真.png';

/** `.ci/run` sets it: there an engine that is absent fails the test. */
const isRequired = process.env['REQUIRE_ENGINES'] === '1';

/** Expression of the first seen element of these whose name or first line of text this is. */
function named(selector: string, name: string): string {
  const test = `(e.getAttribute('aria-label') ?? e.innerText).trim().split('\\n')[0] === ${JSON.stringify(name)} && e.checkVisibility()`;
  return `[...document.querySelectorAll(${JSON.stringify(selector)})].find((e) => ${test})`;
}
const first = (selector: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((e) => e.checkVisibility())`;

/** Waits as a person does: for what is seen. A page that is being replaced answers with an error. */
function makeHands(engine: Engine, origin: string) {
  const until = (expression: string) =>
    expect
      .poll(() => engine.read<boolean>(`Boolean(${expression})`).catch(() => false), { message: expression })
      .toBe(true);
  /** Whether it is seen within some seconds. */
  const isSoon = (expression: string) =>
    expect
      .poll(() => engine.read<boolean>(`Boolean(${expression})`).catch(() => false), { timeout: 5_000 })
      .toBe(true)
      .then(
        () => true,
        () => false,
      );
  const press = async (element: string) => {
    await until(element);
    // A person presses a thing that no longer moves.
    let before = '';
    const isResting = async () => {
      const last = before;
      before = await engine.read<string>(`JSON.stringify(${element}.getBoundingClientRect())`).catch(() => '');
      return before !== '' && before === last;
    };
    await expect.poll(isResting).toBe(true);
    await engine.press(element);
  };
  const untilAlive = (island: string) => until(first(`[data-island="${island}"][data-hydrated]`));
  return {
    until,
    press,
    untilAlive,
    /** An engine loses a press now and then before a new page is painted: then the person presses again. */
    async try(act: () => Promise<unknown>, seen: string) {
      await act();
      if (!(await isSoon(seen))) await act();
      await until(seen);
    },
    async fill(field: string, text: string) {
      await press(field);
      await until(`document.activeElement === ${field}`);
      await engine.read('(document.activeElement.select(), true)');
      await engine.type(text);
      await until(`${field}.value === ${JSON.stringify(text)}`);
    },
    async act(name: string, entry: string) {
      await press(named('button', `More for ${name}`));
      await press(named('[role=menuitem]', entry));
    },
    async enter(username: string) {
      const form = 'form:has(input[type=password])';
      await this.fill(first(`${form} input[name=username]`), username);
      await this.fill(first(`${form} input[name=password]`), PASSWORD);
      await press(first(`${form} button[type=submit]`));
    },
    async leave() {
      await engine.goto(`${origin}/drive/all`);
      await untilAlive('drive/browser');
      await press(first('details[data-menu] > summary[aria-label$="account"]'));
      await press(named('details[data-menu] button', 'Sign out'));
      await until(`!location.pathname.startsWith('/drive')`);
      await engine.goto(`${origin}/drive/all`);
      await until(first('input[type=password]'));
    },
  };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');
const server = await sharedServer(ALICE, BOB);

describe.each(['Firefox', 'WebKit'] as const)('%s', (name) => {
  const isInstalled = hasEngine(name);
  if (!isInstalled && !isRequired) {
    test.skip(`not run: ${name} is not installed (since 2026-11-29, the tests)`);
    return;
  }
  let engine: Engine;
  let hands: ReturnType<typeof makeHands>;
  let shareUrl = '';
  const bytes = pngOf(400, 300, name);
  beforeAll(async () => {
    engine = await openEngine(name);
    hands = makeHands(engine, server.origin);
  });
  afterAll(() => engine?.close());

  test('1: a person signs in, and no script can read the session', async () => {
    await engine.goto(`${server.origin}/auth`);
    await hands.enter(ALICE.email);
    await hands.until(`location.pathname === '/drive/all'`);
    expect(await engine.read('document.cookie')).not.toContain('magpie_session');
  });

  test('2: the drive shows where the person is, and its presses are answered', async () => {
    await engine.goto(`${server.origin}/drive/all`);
    await hands.until(named('h1', 'All files'));
    expect(await engine.read(`document.querySelector('nav [aria-current=page]').innerText.trim()`)).toBe('All files');
    await hands.untilAlive('drive/browser');
  });

  test('3: a picked file is uploaded', async () => {
    const file = path.join(engine.downloads, `${name} before.png`);
    writeFileSync(file, bytes);
    // No driver can press in the window of the system that picks files: the field of the page gets the file instead.
    await engine.read(
      `(HTMLInputElement.prototype.click = function () { this.id = 'picker'; document.body.append(this); }, true)`,
    );
    await hands.untilAlive('drive/upload');
    await hands.press(named('button', 'Upload'));
    await hands.until(`document.querySelector('#picker')`);
    await engine.choose(`document.querySelector('#picker')`, file);
    await hands.until(named('button', `More for ${name} before.png`));
  });

  test('4: the picture is previewed', async () => {
    await hands.press(first(`[data-name][title="${name} before.png"]`));
    await hands.until(`${first('dialog img[alt], [role=dialog] img[alt]')}.naturalWidth > 0`);
    await engine.type('\uE00C');
    await hands.until(`!document.querySelector('dialog[open]')`);
  });

  test('5: the file gets another name', async () => {
    await hands.act(`${name} before.png`, 'Rename');
    await hands.until(`document.activeElement.matches('input')`);
    await engine.read('(document.activeElement.select(), true)');
    await engine.type(`${name} ${NAME}\uE007`);
    await hands.until(named('button', `More for ${name} ${NAME}`));
  });

  test('6: a folder is made', async () => {
    await hands.try(() => hands.press(named('button', 'New folder')), first('dialog input'));
    await hands.fill(first('dialog input'), `Box of ${name}`);
    await engine.type('\uE007');
    await hands.until(named('button', `More for Box of ${name}`));
  });

  test('7: the file is found by a part of its name', async () => {
    await hands.fill(first('#drive-search'), '写真');
    await hands.until(named('h1', 'Search: 写真'));
    await hands.until(first(`[data-name][title="${name} ${NAME}"]`));
    await hands.press(named('nav a', 'All files'));
    await hands.until(named('h1', 'All files'));
  });

  test('a link that may not be copied is shown instead', async () => {
    // In a new page a press by a script is no gesture, so the clipboard refuses.
    const ask = async () => {
      await engine.goto(`${server.origin}/drive/all`);
      await hands.untilAlive('drive/browser');
      await engine.read(`document.dispatchEvent(new Event('pointermove')) || true`);
      await engine.read(`(document.querySelector('[data-row] .btn-copy-link').click(), true)`);
    };
    await hands.try(ask, `/\\/s\\/V[\\w-]{25}$/.test(document.querySelector('dialog.dialog input[readonly]')?.value)`);
    await hands.until(`document.activeElement.matches('dialog [data-start]')`);
    await engine.type('\uE00C');
    await hands.until(`!document.querySelector('dialog[open]')`);
  });

  test('8: the file is shared behind a passcode', async () => {
    await hands.act(`${name} ${NAME}`, 'Share');
    await hands.press(named('dialog summary, dialog button', 'Settings'));
    await hands.press(first('dialog [role=switch]'));
    await hands.fill(`${named('dialog label', 'Your passcode')}?.control`, CODE);
    // Firefox without a screen never has the focus, so a field that is left says nothing: Enter saves what is typed.
    await engine.type('\uE007');
    await hands.press(named('dialog button', 'Copy link'));
    await hands.until(first('dialog input[readonly]'));
    shareUrl = await engine.read(`${first('dialog input[readonly]')}.value`);
  });

  test('9: a visitor who is signed out opens the link with the passcode', async () => {
    await hands.leave();
    await engine.goto(shareUrl);
    await hands.fill(first('input[name=pass_code]'), CODE);
    await hands.press(first('form:has(input[name=pass_code]) button[type=submit]'));
    await hands.until(`document.body.innerText.includes(${JSON.stringify(NAME)})`);
  });

  test('10: the visitor signs in and has the file in the own drive', async () => {
    await hands.press(named('button', 'Save to my drive'));
    await hands.enter(BOB.email);
    await hands.until(first('[data-save] a[href^="/drive/all/"]'));
  });

  test('11: the downloaded bytes are equal', async () => {
    await hands.press(first('a[href*="download="]'));
    const file = path.join(engine.downloads, `${name} ${NAME}`);
    await expect.poll(() => existsSync(file) && sha256(readFileSync(file))).toBe(sha256(bytes));
  });

  test('12: the person signs out, and the drive is closed', () => hands.leave());
});
