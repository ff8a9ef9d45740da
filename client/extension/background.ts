/**
 * The extension's service worker: menus of pages, messages of the popup, and the hand-off of its sign-in to pages of ours (docs/hand-offs.md).
 */
import { CallFailed, call, ORIGIN } from './call.ts';
import { type SaveRequest, type SaveResult, save } from './saving.ts';
import { account, asPerson, beginSignIn, endSignIn, signOut } from './session.ts';

const MENUS = { link: 'save_link', picture: 'save_picture', page: 'save_page' } as const;
const WEB = ['http://*/*', 'https://*/*'];
const BADGES: Readonly<Record<SaveResult['state'], string>> = {
  saving: '…',
  started: '✓',
  saved: '✓',
  failed: '!',
  'signed-out': '!',
};

function title(kind: keyof typeof MENUS): string {
  return chrome.i18n.getMessage(MENUS[kind]);
}

chrome.runtime.onInstalled.addListener(() => {
  void chrome.contextMenus.removeAll().then(() => {
    chrome.contextMenus.create({ id: 'link', title: title('link'), contexts: ['link'], targetUrlPatterns: WEB });
    chrome.contextMenus.create({ id: 'picture', title: title('picture'), contexts: ['image'], targetUrlPatterns: WEB });
    chrome.contextMenus.create({ id: 'page', title: title('page'), contexts: ['page'], documentUrlPatterns: WEB });
  });
});

async function show(result: SaveResult): Promise<void> {
  await chrome.storage.session.set({ result });
  await chrome.action.setBadgeBackgroundColor({ color: BADGES[result.state] === '!' ? '#b3261e' : '#0b6170' });
  await chrome.action.setBadgeText({ text: BADGES[result.state] });
}

async function saveAndShow(request: SaveRequest): Promise<SaveResult> {
  await show({ state: 'saving', text: '' });
  const result = await save(request);
  await show(result);
  return result;
}

chrome.contextMenus.onClicked.addListener(({ menuItemId, linkUrl, srcUrl, pageUrl }, tab) => {
  const kind = menuItemId as SaveRequest['kind'];
  const url = { link: linkUrl, picture: srcUrl, page: pageUrl }[kind] ?? '';
  void saveAndShow({ kind, url, title: tab?.title ?? '' });
});

/** Answers a question of a page of ours, as docs/hand-offs.md says. Without permission of the person no account is named. */
async function answer(text: string): Promise<string | null> {
  const { id, method, params } = JSON.parse(text) as { id: unknown; method: unknown; params: object };
  const reply = (code: number, data: object | null, message = '') => JSON.stringify({ id, code, data, message });
  const own = await account();
  const { shares = true } = (await chrome.storage.local.get(['shares'])) as { shares?: boolean };
  if (method === 'auth.state')
    return reply(0, { signed_in: own !== null && shares, sub: shares ? (own?.sub ?? '') : '' });
  if (method !== 'auth.code') return reply(404, null, 'method is not declared');
  if (own === null) return reply(16, null, 'signed out');
  if (!shares) return reply(7, null, 'refused');
  try {
    const { code } = await asPerson((token) => call<{ code: string }>('/v1/user/authorize', params, token));
    return reply(0, { code });
  } catch (error) {
    return reply(error instanceof CallFailed && error.error === 'unauthenticated' ? 16 : 13, null, 'failed');
  }
}

/** Messages of the popup. */
export type PopupMessage =
  | { readonly popup: 'sign-in' | 'sign-out' | 'seen' }
  | { readonly popup: 'save'; readonly request: SaveRequest };

async function obey(message: PopupMessage): Promise<unknown> {
  if (message.popup === 'save') return saveAndShow(message.request);
  if (message.popup === 'sign-in') await beginSignIn();
  if (message.popup === 'sign-out') await signOut();
  if (message.popup === 'seen') await chrome.action.setBadgeText({ text: '' });
  return null;
}

/** Messages of the content script: a question of the page, or the answer of a sign-in. */
type ContentMessage = { readonly text: string } | { readonly signedIn: { code: string; state: string } };

function work(message: unknown, sender: chrome.Sender): Promise<unknown> | null {
  if (sender.id !== chrome.runtime.id || typeof message !== 'object' || message === null) return null;
  const isPage = sender.origin === ORIGIN && sender.frameId === 0;
  if (isPage && 'text' in message && typeof message.text === 'string') return answer(message.text);
  if (isPage && 'signedIn' in message) return endSignIn((message as ContentMessage & { signedIn: never }).signedIn);
  const isPopup = sender.url?.split(/[?#]/, 1)[0] === chrome.runtime.getURL('popup.html');
  return isPopup && 'popup' in message ? obey(message as PopupMessage) : null;
}

chrome.runtime.onMessage.addListener((message, sender, respond) => {
  const answered = work(message, sender);
  if (!answered) return false;
  answered.then(respond, () => respond(null));
  return true;
});
