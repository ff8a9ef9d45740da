/** Calls of the extension to its one server, without cookies. The server's sentence about a failure is in the browser's language. */

/** Put into the manifest when the package is made. */
export const ORIGIN = (chrome.runtime.getManifest().host_permissions[0] ?? '').replace(/\/\*$/, '');

const TIMEOUT_MS = 30_000;

export class CallFailed extends Error {
  /** Name of the error; `unreachable` without an answer. */
  readonly error: string;

  constructor(error: string, message: string) {
    super(message);
    this.error = error;
  }
}

/** @param body  null for a GET; text is sent as it is @throws CallFailed */
export async function call<T>(path: string, body: object | string | null, token = ''): Promise<T> {
  let answer: Response;
  let facts: unknown;
  try {
    answer = await fetch(ORIGIN + path, {
      method: body === null ? 'GET' : 'POST',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'accept-language': chrome.i18n.getUILanguage(),
        ...(body === null
          ? {}
          : { 'content-type': typeof body === 'string' ? 'application/octet-stream' : 'application/json' }),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === null ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    facts = await answer.json();
  } catch {
    throw new CallFailed('unreachable', '');
  }
  if (answer.ok) return facts as T;
  const { error = 'unknown', error_description: message = '' } = facts as {
    error?: string;
    error_description?: string;
  };
  throw new CallFailed(error, message);
}
