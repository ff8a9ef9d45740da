/**
 * Calls of the page's own origin, with the pass of the share. The page of a share has no request client: it would be heavier than all
 * that the page loads, and nothing here is repeated.
 */
import { PreviewError } from '#client/preview/preview-error.ts';
import { parseCookies, passTokenCookieName, readTextCookie } from '#shared/cookies.ts';

const CALL_TIMEOUT_MS = 120_000;

/** A refusal of the server. */
export class Refusal extends Error {
  readonly errorName: string;
  /** In the language of the page. */
  readonly sentence: string;

  constructor(errorName: string, sentence: string) {
    super(errorName);
    this.errorName = errorName;
    this.sentence = sentence;
  }
}

/** The share of the address, and what opens it in this browser. */
export function shareOfPage(page: Document): { share_id: string; pass_code_token: string } {
  const [, shareId = ''] = /^\/s\/([\w-]+)/.exec(location.pathname) ?? [];
  return {
    share_id: shareId,
    pass_code_token: readTextCookie(parseCookies(page.cookie), passTokenCookieName(shareId)),
  };
}

/** @throws PreviewError, Refusal */
export async function callShare<T extends { share_status: string }>(path: string, body: object): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
  } catch (error) {
    throw new PreviewError(navigator.onLine ? 'failed' : 'offline', '', { cause: error });
  }
  const answer = (await response.json().catch(() => ({}))) as T & { error?: string; error_description?: string };
  if (!response.ok) throw new Refusal(answer.error ?? '', answer.error_description ?? '');
  if (answer.share_status !== 'OK') throw new PreviewError('closed');
  return answer;
}
