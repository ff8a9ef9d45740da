/**
 * Demo mode: a fake native app of each kind in docs/hand-offs.md. It puts the objects of that shell into the page and answers as a real
 * app must: its code comes from the server, by its own token, for the challenge of the page.
 */
import type { $Fetch } from 'ofetch';
import { makeFetch } from '#client/api/fetch.ts';
import { SHELL_COOKIE, type ShellChoice, shellChoiceOf } from '#shared/bridge/shell.ts';
import { BRIDGE_CALLS } from './bridge.api.ts';

interface Question {
  readonly id: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Sends an answer: a text, except in the manner that sends garbage. */
type Say = (answer: unknown) => void;

/** A challenge that is not the page's. */
const FOREIGN_CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

async function codeFor(choice: ShellChoice, params: Question['params'], http: $Fetch) {
  const body = choice.manner === 'stale' ? { ...params, code_challenge: FOREIGN_CHALLENGE } : params;
  const { method, path } = BRIDGE_CALLS.authorize;
  const headers = { authorization: `Bearer ${choice.token}` };
  const answer = await http<{ code?: string }>(path, {
    method,
    headers,
    body,
    credentials: 'omit',
    ignoreResponseError: true,
  });
  return answer.code;
}

/** Answers one question in the chosen manner. */
async function answerAs(choice: ShellChoice, question: Question, say: Say, http: $Fetch): Promise<void> {
  const { id, method, params } = question;
  const reply = (code: number, data: unknown, message = ''): void => say(JSON.stringify({ id, code, data, message }));
  const known = method === 'auth.state' || method === 'auth.code';
  if (choice.manner === 'undeclared' || !known) return reply(404, null, 'method is not declared');
  if (choice.manner === 'silent') return;
  if (method === 'auth.state') return reply(0, { signed_in: choice.sub !== '', sub: choice.sub });
  if (choice.manner === 'refuse') return reply(7, null, 'the person said no');
  if (choice.manner === 'garbage') return reply(0, { code: 42 });
  const code = await codeFor(choice, params, http);
  if (code === undefined) return reply(16, null, 'nobody is signed in');
  if (choice.manner === 'noise') {
    for (const noise of ['', '{', '[]', 7, null, '{"id":1}', { id, data: { code: 'x' } }]) say(noise);
    say(JSON.stringify({ id: `${id}x`, code: 0, data: { code: 'not-yours' } }));
    reply(0, { code });
    reply(0, { code: 'too-late' });
    return;
  }
  reply(0, { code });
}

function questionOf(text: unknown): Question | null {
  try {
    const { id, method, params } = JSON.parse(String(text)) as Record<string, unknown>;
    if (typeof id !== 'string' || typeof method !== 'string') return null;
    return { id, method, params: (params ?? {}) as Question['params'] };
  } catch {
    // A real app ignores unreadable questions.
    return null;
  }
}

/** Android and desktop: an event target with `postMessage`. */
function portOf(answer: (question: Question, say: Say) => void): EventTarget {
  const port = new EventTarget();
  return Object.assign(port, {
    postMessage(text: unknown) {
      const question = questionOf(text);
      if (question) answer(question, (data) => port.dispatchEvent(new MessageEvent('message', { data })));
    },
  });
}

/** iOS: `postMessage` returns a promise of one answer. */
function handlerOf(answer: (question: Question, say: Say) => void) {
  return {
    postMessage: (text: unknown) =>
      new Promise((resolve, reject) => {
        const question = questionOf(text);
        // The real handler answers a question once, so noise before the answer is dropped.
        if (question)
          answer(question, (data) => {
            if (typeof data === 'string' && data.includes(`"${question.id}"`)) resolve(data);
          });
        else reject(new Error('unreadable'));
      }),
  };
}

export function installShell(view: Window & typeof globalThis): void {
  const choice = shellChoiceOf(view.document.cookie);
  if (!choice) return;
  const http = makeFetch({
    locale: view.document.documentElement.lang,
    fetch: (input, init) => view.fetch(input, init),
  });
  const answer = (question: Question, say: Say): void => {
    answerAs(choice, question, say, http).catch((error: unknown) => console.warn(SHELL_COOKIE, error));
  };
  const agent = `${view.navigator.userAgent} Magpie/1.0.0 (${choice.kind})`;
  Object.defineProperty(view.navigator, 'userAgent', { value: agent, configurable: true });
  const put = (target: object, name: string, value: unknown): void => {
    Object.defineProperty(target, name, { value, configurable: true });
  };
  if (choice.kind === 'Android') put(view, 'magpieNative', portOf(answer));
  else if (choice.kind === 'iOS') put(view, 'webkit', { messageHandlers: { magpie: handlerOf(answer) } });
  else {
    // Chromium has an object of this name, which cannot be replaced.
    const chrome = (view as { chrome?: object }).chrome;
    if (chrome) put(chrome, 'webview', portOf(answer));
    else put(view, 'chrome', { webview: portOf(answer) });
  }
}
