/**
 * Firefox and WebKit by WebDriver: Debian's builds, since Playwright drives only builds of its own. Other tests use Chromium (browser.ts).
 * Firefox listens to WebDriver BiDi; WebKit has a driver for WebDriver 2. Both take pointers and keys in one form.
 * Sources: W3C WebDriver 2; W3C WebDriver BiDi.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIREFOX, WEBKIT_DRIVER, XVFB } from '#scripts/test/debian-programs.ts';
import { freePort } from '#test/server.ts';

export type EngineName = 'Firefox' | 'WebKit';

/** The common part of the two drivers. `element`: an expression in the page whose value is an element. */
interface Driver {
  /** Resolves when the page has loaded. */
  goto(address: string): Promise<void>;
  /** The value of an expression in the page; it must be JSON. */
  read<T>(expression: string): Promise<T>;
  /** Sources of input and what each does, as in WebDriver. @param element  the origin of the pointer */
  perform(source: object, element?: string): Promise<void>;
  /** Gives a field the file that a person would pick. */
  choose(element: string, file: string): Promise<void>;
  close(): Promise<void>;
}

export interface Engine extends Omit<Driver, 'perform'> {
  /** Folder of the files that pages download. */
  readonly downloads: string;
  /** Presses the middle of the element with the pointer. */
  press(element: string): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
}

const READY_MS = 60_000;

/** Runs until it no longer throws. */
async function untilDone<T>(act: () => Promise<T>): Promise<T> {
  const deadlineMs = Date.now() + READY_MS;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (Date.now() > deadlineMs) throw error;
      await sleep(50);
    }
  }
}

async function end(...children: ChildProcess[]): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** A screen without a monitor. @returns its process and name */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(XVFB, ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await once(screen.stdout, 'data')) as [Buffer];
  return { screen, display: `:${number.toString().trim()}` };
}

/** The source with the place from which its pointer moves. */
const withOrigin = (source: object, origin: unknown): object =>
  JSON.parse(JSON.stringify(source), (key, value) => (key === 'origin' ? origin : value));

async function openWebKit(home: string): Promise<Driver> {
  const browser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0] ?? '';
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`, '--host=127.0.0.1'], {
    // Without settings of its own the browser downloads into the home folder; by a bus it would mount another one there.
    env: { ...process.env, DISPLAY: display, HOME: home, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    stdio: 'ignore',
  });
  async function send<T>(method: string, at: string, body?: unknown): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}/session${at}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T };
    if (!response.ok) throw new Error(`WebKitWebDriver: ${JSON.stringify(value)}`);
    return value;
  }
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } };
  const opened = () => send<{ sessionId: string }>('POST', '', { capabilities: { alwaysMatch } });
  const { sessionId } = await untilDone(opened);
  const read = <T>(expression: string) =>
    send<T>('POST', `/${sessionId}/execute/sync`, { script: `return (${expression})`, args: [] });
  await send('POST', `/${sessionId}/window/rect`, { x: 0, y: 0, width: 1280, height: 900 });
  return {
    goto: (url) => send('POST', `/${sessionId}/url`, { url }),
    read,
    async perform(source, element) {
      const origin = element && (await read(element));
      await send('POST', `/${sessionId}/actions`, { actions: [withOrigin(source, origin)] });
    },
    async choose(element, file) {
      const [id] = Object.values(await read<Record<string, string>>(element));
      await send('POST', `/${sessionId}/element/${id}/value`, { text: file });
    },
    async close() {
      await send('DELETE', `/${sessionId}`);
      await end(driver, screen);
    },
  };
}

/** One socket of WebDriver BiDi: commands by number, each with its answer. */
async function openSocket(address: string): Promise<{
  send<T>(method: string, params: object): Promise<T>;
  close(): void;
}> {
  const socket = await untilDone(async () => {
    const opening = new WebSocket(address);
    await new Promise((resolve, reject) => {
      opening.addEventListener('open', resolve);
      opening.addEventListener('error', () => reject(new Error('the browser does not listen yet')));
    });
    return opening;
  });
  const waiting = new Map<number, (message: { type: string; result: unknown; message?: string }) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as { id?: number; type: string; result: unknown; message?: string };
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  let count = 0;
  return {
    send: <T>(method: string, params: object) =>
      new Promise<T>((resolve, reject) => {
        count += 1;
        const id = count;
        waiting.set(id, ({ type, result, message }) => {
          waiting.delete(id);
          if (type === 'success') resolve(result as T);
          else reject(new Error(`${method}: ${message ?? type}`));
        });
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}

async function openFirefox(home: string): Promise<Driver> {
  const port = await freePort();
  const profile = path.join(home, 'profile');
  mkdirSync(profile);
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port)];
  const size = ['--width', '1280', '--height', '900'];
  const env = { ...process.env, HOME: home };
  const browser = spawn(FIREFOX, [...args, ...size, 'about:blank'], { env, stdio: 'ignore' });
  const socket = await openSocket(`ws://127.0.0.1:${port}/session`);
  await socket.send('session.new', { capabilities: {} });
  const downloadBehavior = { type: 'allowed', destinationFolder: home };
  await socket.send('browser.setDownloadBehavior', { downloadBehavior });
  const { contexts } = await socket.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context ?? '';
  async function evaluate<T>(expression: string): Promise<T> {
    const params = { expression, target: { context }, awaitPromise: false, userActivation: false };
    const answer = await socket.send<{ result: T; exceptionDetails?: { text: string } }>('script.evaluate', params);
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return answer.result;
  }
  /** By a reference alone: the driver refuses what else describes the element. */
  async function find(element: string): Promise<{ sharedId: string }> {
    const { sharedId } = await evaluate<{ sharedId: string }>(element);
    return { sharedId };
  }
  return {
    async goto(url) {
      await socket.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    read: async (expression) => JSON.parse((await evaluate<{ value: string }>(`JSON.stringify(${expression})`)).value),
    async perform(source, element) {
      const origin = element && { type: 'element', element: await find(element) };
      await socket.send('input.performActions', { context, actions: [withOrigin(source, origin)] });
    },
    async choose(element, file) {
      await socket.send('input.setFiles', { context, element: await find(element), files: [file] });
    },
    async close() {
      socket.close();
      await end(browser);
    },
  };
}

const DRIVERS = {
  Firefox: { open: openFirefox, files: [FIREFOX] },
  WebKit: { open: openWebKit, files: [WEBKIT_DRIVER, XVFB] },
};

/** Whether the engine is installed. */
export function hasEngine(name: EngineName): boolean {
  return DRIVERS[name].files.every((file) => existsSync(file));
}

/** Opens the engine with a home folder of its own, and a window of 1280 by 900 px. */
export async function openEngine(name: EngineName): Promise<Engine> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'magpie-engine-'));
  const driver = await DRIVERS[name].open(home);
  const button = (type: string) => ({ type, button: 0 });
  return {
    ...driver,
    downloads: home,
    async press(element) {
      const move = { type: 'pointerMove', x: 0, y: 0, duration: 0, origin: 'element' };
      const actions = [move, button('pointerDown'), button('pointerUp')];
      const inSight = `(e => (e.scrollIntoView({ block: 'nearest' }), e))(${element})`;
      // Before a new page is painted, Firefox sends a press to no element.
      await driver.read(
        `(window.isPressed = false, addEventListener('click', () => (window.isPressed = true), true), true)`,
      );
      const isLost = () => driver.read<boolean>('window.isPressed === false').catch(() => false);
      do {
        await driver.perform({ type: 'pointer', id: 'mouse', actions }, inSight);
        for (let looks = 0; looks < 10 && (await isLost()); looks += 1) await sleep(50);
      } while (await isLost());
    },
    type(text) {
      const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      return driver.perform({ type: 'key', id: 'keys', actions });
    },
    async close() {
      await driver.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
