/**
 * Firefox and WebKit for what differs between engines: the sign-in and the clipboard. Debian's builds by their own drivers, since
 * Playwright drives only builds of its own; elsewhere those of Playwright. Other tests use Chromium (browser.ts).
 * Sources: W3C WebDriver; W3C WebDriver BiDi.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { firefox, webkit } from 'playwright';
import { FIREFOX, WEBKIT_DRIVER, XVFB } from '#scripts/test/debian-programs.ts';
import { freePort } from '#test/server.ts';

export interface Engine {
  /** Resolves when the page has loaded. */
  goto(address: string): Promise<void>;
  /** The value of an expression in the page; it must be JSON. */
  read<T>(expression: string): Promise<T>;
  close(): Promise<void>;
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
      await new Promise((resolve) => setTimeout(resolve, 50));
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

async function openWebKit(): Promise<Engine> {
  const browser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0] ?? '';
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: display },
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
  return {
    goto: (url) => send('POST', `/${sessionId}/url`, { url }),
    read: (expression) => send('POST', `/${sessionId}/execute/sync`, { script: `return (${expression})`, args: [] }),
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

async function openFirefox(): Promise<Engine> {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'magpie-firefox-'));
  const port = await freePort();
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port)];
  const browser = spawn(FIREFOX, [...args, 'about:blank'], { env: { ...process.env, HOME: profile }, stdio: 'ignore' });
  const socket = await openSocket(`ws://127.0.0.1:${port}/session`);
  await socket.send('session.new', { capabilities: {} });
  const { contexts } = await socket.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context ?? '';
  return {
    async goto(url) {
      await socket.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async read<T>(expression: string) {
      const { result } = await socket.send<{ result: { value: string } }>('script.evaluate', {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: false,
      });
      return JSON.parse(result.value) as T;
    },
    async close() {
      socket.close();
      await end(browser);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function openOfPlaywright(kind: typeof firefox): Promise<Engine> {
  const browser = await kind.launch();
  const page = await browser.newPage();
  return {
    async goto(address) {
      await page.goto(address);
    },
    read: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

/** Opens the engine with a profile of its own. */
export function openEngine(name: 'Firefox' | 'WebKit'): Promise<Engine> {
  if (name === 'Firefox') return existsSync(FIREFOX) ? openFirefox() : openOfPlaywright(firefox);
  return existsSync(WEBKIT_DRIVER) && existsSync(XVFB) ? openWebKit() : openOfPlaywright(webkit);
}
