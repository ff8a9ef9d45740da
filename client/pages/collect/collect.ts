/**
 * The form of a link that collects files, with script: several files, progress of each, another attempt for those that failed.
 * Each file is a post of the same form, whose answer is asked for as JSON.
 */
import { passCheck } from '#client/shield/index.ts';

const AT_ONCE = 2;
const MAX_TRIES = 5;
const SECOND_MS = 1_000;
const LONGEST_WAIT_SECONDS = 60;

interface Answer {
  readonly error?: string;
  readonly sentence?: string;
  readonly retry_in?: number;
  readonly check_url?: string;
}

interface Row {
  readonly file: File;
  readonly key: string;
  readonly bar: HTMLProgressElement;
  readonly say: HTMLElement;
  isSent: boolean;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function post(form: HTMLFormElement, row: Row, captchaToken: string): Promise<Answer> {
  const body = new FormData();
  for (const name of ['receipt', 'visitor', 'note'])
    body.append(name, (form.elements.namedItem(name) as HTMLInputElement).value);
  body.append('key', row.key);
  body.append('captcha_token', captchaToken);
  body.append('file', row.file);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.setRequestHeader('accept', 'application/json');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => {
      row.bar.value = total > 0 ? loaded / total : 0;
    };
    const end = () => {
      const answer = request.response as Answer | null;
      resolve(request.status === 200 ? {} : (answer ?? { error: 'unreachable', retry_in: 2 }));
    };
    request.onload = end;
    request.onerror = end;
    request.send(body);
  });
}

function rowOf(list: Element, file: File): Row {
  const item = document.createElement('li');
  item.className = 'grid gap-1';
  const name = document.createElement('span');
  name.className = 'break-words';
  name.textContent = file.name;
  const bar = document.createElement('progress');
  bar.className = 'bar';
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute('aria-label', file.name);
  const say = document.createElement('span');
  say.className = 'text-sm text-muted';
  item.append(name, bar, say);
  list.append(item);
  return { file, key: crypto.randomUUID(), bar, say, isSent: false };
}

/** Starts it. A form without a list is left to the browser. */
export function watchCollect(form: HTMLFormElement): void {
  const field = form.elements.namedItem('file') as HTMLInputElement;
  const list = form.querySelector('[data-collect-list]');
  const status = form.querySelector('[data-collect-status]');
  const receipt = form.querySelector<HTMLAnchorElement>('[data-collect-receipt]');
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]');
  if (!list || !status || !receipt || !button) return;
  const texts = form.dataset;
  let rows: Row[] = [];
  let isBusy = false;
  let check: Promise<string> | null = null;
  field.multiple = true;
  field.addEventListener('change', () => {
    if (isBusy) return;
    // Files that came in stay in the list; the others are those of the new choice.
    for (const row of rows) if (!row.isSent) row.bar.parentElement?.remove();
    rows = rows.filter((row) => row.isSent);
    rows.push(...Array.from(field.files ?? [], (file) => rowOf(list, file)));
  });

  async function send(row: Row): Promise<void> {
    const given = form.elements.namedItem('captcha_token');
    let token = given instanceof HTMLInputElement ? given.value : '';
    // A token is good for one call.
    if (given instanceof HTMLInputElement) given.value = '';
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const answer = await post(form, row, token);
      token = '';
      if (answer.error === undefined) {
        row.isSent = true;
        row.bar.value = 1;
        row.say.textContent = texts['textDone'] ?? '';
        return;
      }
      row.bar.value = 0;
      row.say.textContent = answer.sentence ?? texts['textFailed'] ?? '';
      if (answer.check_url !== undefined) {
        // One check at a time; the files after it ask again by themselves.
        while (check) await check.catch(() => '');
        check = passCheck(answer.check_url);
        token = await check.catch(() => '').finally(() => (check = null));
        if (token === '') return;
      } else if (answer.retry_in === undefined) return;
      else await wait(Math.min(answer.retry_in, LONGEST_WAIT_SECONDS) * SECOND_MS);
    }
  }

  async function sendAll(): Promise<void> {
    const open = rows.filter((row) => !row.isSent);
    const next = async (): Promise<void> => {
      for (let row = open.shift(); row; row = open.shift()) await send(row);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  const hold = (event: BeforeUnloadEvent) => event.preventDefault();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    field.disabled = true;
    button.setAttribute('aria-busy', 'true');
    status.textContent = '';
    addEventListener('beforeunload', hold);
    void sendAll().then(() => {
      removeEventListener('beforeunload', hold);
      isBusy = false;
      field.disabled = false;
      button.removeAttribute('aria-busy');
      if (rows.every((row) => row.isSent)) return location.assign(receipt.href);
      status.textContent = texts['textAgain'] ?? '';
      receipt.hidden = !rows.some((row) => row.isSent);
      const label = button.querySelector('span:last-child');
      if (label) label.textContent = texts['textRetry'] ?? '';
    });
  });
}
