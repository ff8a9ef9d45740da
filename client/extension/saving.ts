/** Saves to the drive: the file behind a link or a picture by the server's fetch, the address of a page as a small file. */
import { CallFailed, call } from './call.ts';
import { asPerson } from './session.ts';

/** From the menu of a page or from the popup. */
export interface SaveRequest {
  readonly kind: 'link' | 'picture' | 'page';
  readonly url: string;
  readonly title: string;
}

/** The last result, shown in the popup. */
export interface SaveResult {
  readonly state: 'saving' | 'started' | 'saved' | 'failed' | 'signed-out';
  /** Name of the file; for a failure the server's sentence, '' without one. */
  readonly text: string;
}

const MAX_NAME_CHARS = 120;
/** Characters that no system accepts in a name. */
const UNNAMED = /[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** Name of the file with the address of a page; systems open it in a browser. */
export function fileNameOf(title: string, url: string): string {
  const name = [...title.replaceAll(UNNAMED, ' ').replace(/\s+/g, ' ').trim()].slice(0, MAX_NAME_CHARS).join('').trim();
  return `${name || new URL(url).hostname}.url`;
}

/** @returns null for an address that only the browser understands */
export function webAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

async function run({ kind, url, title }: SaveRequest): Promise<SaveResult> {
  const address = webAddress(url);
  if (address === null) return { state: 'failed', text: chrome.i18n.getMessage('not_web') };
  if (kind === 'page') {
    const name = fileNameOf(title, address);
    const path = `/drive/v1/uploads?${new URLSearchParams({ name })}`;
    await asPerson((token) => call(path, `[InternetShortcut]\r\nURL=${address}\r\n`, token));
    return { state: 'saved', text: name };
  }
  const body = { kind: 'drive#file', upload_type: 'UPLOAD_TYPE_URL', url: { url: address } };
  const made = await asPerson((token) => call<{ task: { file_name?: string } | null }>('/drive/v1/files', body, token));
  return { state: 'started', text: made.task?.file_name || address };
}

/** Never throws: a failure is a result. */
export async function save(request: SaveRequest): Promise<SaveResult> {
  try {
    return await run(request);
  } catch (error) {
    const { error: name, message } = error instanceof CallFailed ? error : { error: 'unknown', message: '' };
    if (name === 'unauthenticated') return { state: 'signed-out', text: '' };
    return { state: 'failed', text: name === 'unreachable' ? chrome.i18n.getMessage('unreachable') : message };
  }
}
