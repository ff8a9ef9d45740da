/** The popup: who is signed in, saving the address of the open page, the last result, and whether pages of ours may share the sign-in. */
import type { PopupMessage } from './background.ts';
import { ORIGIN } from './call.ts';
import { type SaveResult, webAddress } from './saving.ts';
import type { Account } from './session.ts';

function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

function say(name: string, values: readonly string[] = []): string {
  return chrome.i18n.getMessage(name, values);
}

function send(message: PopupMessage): Promise<unknown> {
  return chrome.runtime.sendMessage(message);
}

function sentenceOf({ state, text }: SaveResult): string {
  if (state === 'failed') return [say('failed'), text].filter(Boolean).join(' ');
  if (state === 'signed-out') return say('ended');
  if (state === 'saving') return say('saving');
  return say(state, [text]);
}

function showResult(result: SaveResult | undefined): void {
  const line = byId('result');
  line.textContent = result ? sentenceOf(result) : '';
  line.dataset['state'] = result?.state ?? '';
}

async function showAccount(): Promise<void> {
  const stored = (await chrome.storage.local.get(['account', 'shares'])) as { account?: Account; shares?: boolean };
  byId('out').hidden = stored.account !== undefined;
  byId('in').hidden = stored.account === undefined;
  byId('who').textContent = stored.account ? say('signed_in', [stored.account.name]) : '';
  byId<HTMLInputElement>('shares').checked = stored.shares ?? true;
}

async function savePage(): Promise<void> {
  const button = byId<HTMLButtonElement>('save');
  button.disabled = true;
  try {
    const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
    showResult({ state: 'saving', text: '' });
    const request = { kind: 'page', url: tab?.url ?? '', title: tab?.title ?? '' } as const;
    showResult((await send({ popup: 'save', request })) as SaveResult);
    await showAccount();
  } finally {
    button.disabled = false;
  }
}

async function start(): Promise<void> {
  document.documentElement.lang = chrome.i18n.getUILanguage();
  for (const element of document.querySelectorAll<HTMLElement>('[data-message]'))
    element.textContent = say(element.dataset['message'] ?? '');
  byId<HTMLAnchorElement>('drive').href = `${ORIGIN}/drive/all`;
  byId<HTMLAnchorElement>('tasks').href = `${ORIGIN}/drive/tasks`;
  byId('sign-in').addEventListener('click', () => {
    byId('waiting').hidden = false;
    void send({ popup: 'sign-in' });
  });
  byId('sign-out').addEventListener('click', () => void send({ popup: 'sign-out' }).then(showAccount));
  byId('save').addEventListener('click', () => void savePage());
  byId('shares').addEventListener('change', (event) => {
    void chrome.storage.local.set({ shares: (event.target as HTMLInputElement).checked });
  });
  const { result } = (await chrome.storage.session.get(['result'])) as { result?: SaveResult };
  await showAccount();
  showResult(result);
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  byId<HTMLButtonElement>('save').disabled = webAddress(tab?.url ?? '') === null;
  await send({ popup: 'seen' });
}

void start();
