/**
 * Demo mode: the double of a native app, in the three kinds of README.md. It puts into the page what each shell would put there
 * and answers as a real app must: its code comes from the server, by its own token, for the challenge it was given.
 */
import { SHELL_COOKIE, type ShellChoice, shellChoiceOf } from '#shared/bridge/shell.ts';
import { BRIDGE_CALLS } from './wire.ts';

interface Question {
  readonly id: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Answers are texts, except where the manner is to send nonsense. */
type Say = (answer: unknown) => void;

/** Any challenge that is not the page's. */
const FOREIGN_CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

async function codeFor(choice: ShellChoice, params: Question['params'], fetch: typeof globalThis.fetch) {
  const asked = choice.manner === 'stale' ? { ...params, code_challenge: FOREIGN_CHALLENGE } : params;
  const answer = await fetch(BRIDGE_CALLS.authorize.path, {
    method: BRIDGE_CALLS.authorize.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${choice.token}` },
    body: JSON.stringify(asked),
    credentials: 'omit',
  });
  const { code } = (await answer.json()) as { code?: string };
  return code;
}

/** What the app says to one question, in the manner that was chosen. */
export async function answerAs(
  choice: ShellChoice,
  question: Question,
  say: Say,
  fetch: typeof globalThis.fetch,
): Promise<void> {
  const { id, method, params } = question;
  const reply = (code: number, data: unknown, message = ''): void => say(JSON.stringify({ id, code, data, message }));
  const known = method === 'auth.state' || method === 'auth.code';
  if (choice.manner === 'undeclared' || !known) return reply(404, null, 'method is not declared');
  if (choice.manner === 'silent') return;
  if (method === 'auth.state') return reply(0, { signed_in: choice.sub !== '', sub: choice.sub });
  if (choice.manner === 'refuse') return reply(7, null, 'the person said no');
  if (choice.manner === 'garbage') return reply(0, { code: 42 });
  const code = await codeFor(choice, params, fetch);
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
    // As a real app does with what it cannot read.
    return null;
  }
}

/** Android and desktop: an event target with a way in. */
function portOf(answer: (question: Question, say: Say) => void): EventTarget {
  const port = new EventTarget();
  return Object.assign(port, {
    postMessage(text: unknown) {
      const question = questionOf(text);
      if (question) answer(question, (data) => port.dispatchEvent(new MessageEvent('message', { data })));
    },
  });
}

/** iOS: the promise of one answer; the first one counts. */
function handlerOf(answer: (question: Question, say: Say) => void) {
  return {
    postMessage: (text: unknown) =>
      new Promise((resolve, reject) => {
        const question = questionOf(text);
        // The real handler cannot answer twice, nor to somebody else: noise before the answer is no answer.
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
  const answer = (question: Question, say: Say): void => {
    answerAs(choice, question, say, (input, init) => view.fetch(input, init)).catch((error: unknown) =>
      console.warn(SHELL_COOKIE, error),
    );
  };
  const agent = `${view.navigator.userAgent} Magpie/1.0.0 (${choice.kind})`;
  Object.defineProperty(view.navigator, 'userAgent', { value: agent, configurable: true });
  const put = (target: object, name: string, value: unknown): void => {
    Object.defineProperty(target, name, { value, configurable: true });
  };
  if (choice.kind === 'Android') put(view, 'magpieNative', portOf(answer));
  else if (choice.kind === 'iOS') put(view, 'webkit', { messageHandlers: { magpie: handlerOf(answer) } });
  else {
    // Chromium has an object of this name already, which cannot be replaced.
    const chrome = (view as { chrome?: object }).chrome;
    if (chrome) put(chrome, 'webview', portOf(answer));
    else put(view, 'chrome', { webview: portOf(answer) });
  }
}
