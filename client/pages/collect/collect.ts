/**
 * The form of a link that collects files, with script: several files, progress of each, another attempt for those that failed, which
 * goes on where they broke off, also when the page was loaded again.
 */

import { passCheck } from '#client/shield/index.ts';
import { fittingFile } from '#client/transfer/upload/picked.ts';
import { sendFile } from './send-file.ts';
import { rememberVisit, type Visit, visitOf } from './visit.ts';

const AT_ONCE = 2;
const MAX_TRIES = 5;
const SECOND_MS = 1_000;
const LONGEST_WAIT_SECONDS = 60;
/** Progress that is worth new attempts, of the whole. */
const STEP = 0.05;

interface Row {
  readonly file: File;
  readonly key: string;
  readonly bar: HTMLProgressElement;
  readonly say: HTMLElement;
  isSent: boolean;
}

/** Ends sooner when the connection is back. */
function waitOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });
}

function rowOf(list: Element, file: File, key: string): Row {
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
  return { file, key, bar, say, isSent: false };
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
  const visit: Visit = visitOf(form, window, Date.now());
  receipt.href = visit.receiptHref;
  field.multiple = true;
  field.addEventListener('change', () => {
    if (isBusy) return;
    // Files that came in stay in the list; the others are those of the new choice.
    for (const row of rows) if (!row.isSent) row.bar.parentElement?.remove();
    rows = rows.filter((row) => row.isSent);
    // A visitor sees in the list under which name a file is sent.
    const files = Array.from(field.files ?? [], fittingFile);
    rows.push(...files.map((file) => rowOf(list, file, visit.keyOf(file))));
  });

  async function send(row: Row): Promise<void> {
    const given = form.elements.namedItem('captcha_token');
    let token = given instanceof HTMLInputElement ? given.value : '';
    // A token is good for one call.
    if (given instanceof HTMLInputElement) given.value = '';
    let reached = 0;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const onProgress = (share: number) => {
        row.bar.value = share;
        // A file that came further than before may fail as often again.
        if (share > reached + STEP) [reached, tries] = [share, 0];
      };
      const answer = await sendFile({ form, file: row.file, key: row.key, captchaToken: token, onProgress });
      token = '';
      if (answer.error === undefined) {
        row.isSent = true;
        row.bar.value = 1;
        row.say.textContent = texts['textDone'] ?? '';
        return;
      }
      row.say.textContent = answer.sentence ?? texts['textFailed'] ?? '';
      if (answer.check_url !== undefined) {
        // One check at a time; the files after it ask again by themselves.
        while (check) await check.catch(() => '');
        check = passCheck(answer.check_url);
        token = await check.catch(() => '').finally(() => (check = null));
        if (token === '') return;
      } else if (answer.retry_in === undefined) return;
      else await waitOrOnline(Math.min(answer.retry_in * 2 ** tries, LONGEST_WAIT_SECONDS) * SECOND_MS);
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
    rememberVisit(visit, window, Date.now());
    addEventListener('beforeunload', hold);
    void sendAll().then(() => {
      removeEventListener('beforeunload', hold);
      isBusy = false;
      field.disabled = false;
      button.removeAttribute('aria-busy');
      if (rows.every((row) => row.isSent)) {
        visit.forget();
        return location.assign(receipt.href);
      }
      status.textContent = texts['textAgain'] ?? '';
      receipt.hidden = !rows.some((row) => row.isSent);
      const label = button.querySelector('span:last-child');
      if (label) label.textContent = texts['textRetry'] ?? '';
    });
  });
}
