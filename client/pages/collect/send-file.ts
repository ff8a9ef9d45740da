/**
 * One file of the form of a link that collects: a small one as the form itself, a larger one in parts, of which those that are here
 * are not sent again. Answers are JSON.
 */
import { COLLECT_PART_BYTES } from '#shared/drive/collect/collect-terms.ts';

/** Nothing on success, else the refusal with what helps. */
export interface Answer {
  readonly error?: string;
  readonly sentence?: string;
  readonly retry_in?: number;
  readonly check_url?: string;
}

export interface Outgoing {
  readonly form: HTMLFormElement;
  readonly file: File;
  /** The same file sent again has the same key. */
  readonly key: string;
  readonly captchaToken: string;
  /** @param share  from 0 to 1 */
  onProgress(share: number): void;
}

interface PartsAnswer extends Answer {
  readonly done?: boolean;
  readonly part_bytes?: number;
  readonly parts?: readonly number[];
}

/** As on the server: the kind of a file is seen in so many bytes. */
const HEAD_BYTES = 512;

const fieldOf = (form: HTMLFormElement, name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;

function post(
  address: string,
  body: FormData | URLSearchParams | Blob | null,
  onBytes: (loaded: number, total: number) => void = () => undefined,
): Promise<PartsAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', document.documentElement.lang);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onBytes(loaded, total);
    const end = () => {
      const answer = request.response as PartsAnswer | null;
      resolve(request.status === 200 ? (answer ?? {}) : (answer ?? { error: 'unreachable', retry_in: 2 }));
    };
    request.onload = end;
    request.onerror = end;
    request.send(body);
  });
}

function sendWhole({ form, file, key, captchaToken, onProgress }: Outgoing): Promise<Answer> {
  const body = new FormData();
  for (const name of ['receipt', 'visitor', 'note']) body.append(name, fieldOf(form, name));
  body.append('key', key);
  body.append('captcha_token', captchaToken);
  body.append('file', file);
  return post(form.action, body, (loaded, total) => onProgress(total > 0 ? loaded / total : 0));
}

async function headOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

async function sendParts({ form, file, key, captchaToken, onProgress }: Outgoing): Promise<Answer> {
  const address = `${form.action}/${fieldOf(form, 'receipt')}/${key}`;
  const begun = await post(
    address,
    new URLSearchParams({
      name: file.name,
      size: String(file.size),
      head: await headOf(file),
      captcha_token: captchaToken,
      visitor: fieldOf(form, 'visitor'),
      note: fieldOf(form, 'note'),
    }),
  );
  if (begun.error !== undefined || begun.done === true) return begun;
  const { part_bytes: partBytes = COLLECT_PART_BYTES, parts = [] } = begun;
  const there = new Set(parts);
  for (let part = 1; (part - 1) * partBytes < file.size; part += 1) {
    const from = (part - 1) * partBytes;
    if (!there.has(part)) {
      const bytes = file.slice(from, from + partBytes);
      const answer = await post(`${address}?part=${part}`, bytes, (loaded) => onProgress((from + loaded) / file.size));
      if (answer.error !== undefined) return answer;
    }
    onProgress(Math.min(1, (from + partBytes) / file.size));
  }
  return post(`${address}?done`, null);
}

export function sendFile(outgoing: Outgoing): Promise<Answer> {
  return outgoing.file.size > COLLECT_PART_BYTES ? sendParts(outgoing) : sendWhole(outgoing);
}
