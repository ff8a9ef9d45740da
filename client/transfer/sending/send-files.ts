/**
 * The files of a form, loaded with the first of them: two are sent at a time, for as long as it takes. Uploads that broke off go on,
 * also in another tab or after days; the list shows those that wait for their file.
 */
import { SENDING_OPEN_FILES, SENDING_PART_BYTES } from '#shared/drive/sending/sending-terms.ts';
import { makeFormat } from '#shared/locale/format.ts';
import { isLocale } from '#shared/locale/tags.ts';
import { fittingFile } from '../upload/picked.ts';
import { addRow, type RowView } from './rows.ts';
import { makeSendOne, sentenceOf } from './send-one.ts';
import type { Sender } from './sender.ts';

interface Row {
  readonly key: string;
  readonly view: RowView;
  /** Null: an earlier tab sent some of it, and it waits for its file. */
  readonly file: File | null;
  state: 'waiting' | 'sending' | 'failed' | 'sent';
  /** How much of it the server has, from 0 to 1. */
  share: number;
  readonly control: AbortController;
}

export interface Sending {
  /** Shows files of earlier tabs that wait to go on. */
  restore(): Promise<void>;
  add(files: readonly File[]): void;
  send(): void;
}

const hold = (event: BeforeUnloadEvent) => event.preventDefault();

/** Marks the page while files are sent: leaving it asks first, and its note of a lost connection says that files go on. */
function makeMark(button: HTMLButtonElement | null, offlineText: string) {
  const note = document.querySelector('[data-offline]')?.lastChild;
  const usualText = note?.textContent ?? '';
  return (isSending: boolean): void => {
    if (note) note.textContent = isSending ? offlineText : usualText;
    if (isSending) {
      button?.setAttribute('aria-busy', 'true');
      addEventListener('beforeunload', hold);
    } else {
      button?.removeAttribute('aria-busy');
      removeEventListener('beforeunload', hold);
    }
  };
}

/** Shows how much of a file the server has, from 0 to 1. */
function makeShowShare(format: ReturnType<typeof makeFormat>) {
  return (row: Row, share: number): void => {
    row.share = share;
    row.view.progress(share);
    row.view.say(format.percent(share));
  };
}

export function makeSending(form: HTMLFormElement, sender: Sender): Sending {
  const texts = form.dataset;
  const { lang } = document.documentElement;
  const format = makeFormat(isLocale(lang) ? lang : 'en-US');
  const sendOne = makeSendOne(form, sender);
  const status = form.querySelector<HTMLElement>('[data-sending-status]');
  /** Link to those that are here, while others wait. */
  const receipt = form.querySelector<HTMLElement>('[data-sending-receipt]');
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]');
  const mark = makeMark(button, texts['textOffline'] ?? '');
  const showShare = makeShowShare(format);
  let rows: Row[] = [];
  let running = 0;
  let isStarted = false;

  const say = (sentence: string | undefined) => {
    if (status) status.textContent = sentence ?? '';
  };

  function leave(gone: readonly Row[]): void {
    for (const { view } of gone) view.remove();
    rows = rows.filter((row) => !gone.includes(row));
  }

  function detach(key: string): void {
    const row = rows.find((each) => each.key === key);
    if (!row) return;
    row.control.abort();
    leave([row]);
    if (row.file === null || row.state !== 'waiting') void sender.drop(key).catch(() => undefined);
    if (isStarted) settle();
  }

  function rowOf(key: string, name: string, size: string, file: File | null): Row {
    const view = addRow(form, { name, size, onRemove: () => detach(key) });
    const row: Row = { key, view, file, state: 'waiting', share: 0, control: new AbortController() };
    rows.push(row);
    return row;
  }

  async function run(row: Row, file: File): Promise<void> {
    row.state = 'sending';
    running += 1;
    try {
      const onSent = (bytes: number) => showShare(row, file.size === 0 ? 1 : Math.min(1, bytes / file.size));
      await sendOne({ file, key: row.key, onSent, say: row.view.say }, row.control.signal);
      row.state = 'sent';
      row.view.progress(1);
      row.view.say(texts['textDone'] ?? '');
      row.view.end();
    } catch (error) {
      row.state = 'failed';
      row.view.say(sentenceOf(error, texts));
    } finally {
      running -= 1;
      settle();
    }
  }

  /** Begins what waits, or shows how it ended. */
  function settle(): void {
    for (const row of rows) {
      if (running >= SENDING_OPEN_FILES) break;
      if (row.file && row.state === 'waiting') void run(row, row.file);
    }
    const isLong = rows.some(({ file, state }) => state === 'sending' && file && file.size > SENDING_PART_BYTES);
    if (running > 0) {
      say(isLong ? texts['textKeep'] : '');
      return;
    }
    isStarted = false;
    mark(false);
    const isSent = rows.some(({ state }) => state === 'sent');
    if (isSent && rows.every(({ state }) => state === 'sent')) {
      say(texts['textDone']);
      sender.onSent();
      return;
    }
    const hasFailed = rows.some(({ state }) => state === 'failed');
    say(hasFailed ? texts['textAgain'] : '');
    if (receipt) receipt.hidden = !isSent;
    const label = button?.querySelector('span:last-child');
    if (label && hasFailed) label.textContent = texts['textRetry'] ?? '';
    form.toggleAttribute('data-again', hasFailed);
  }

  return {
    async restore() {
      const files = await sender.coming().catch(() => []);
      for (const { key, name, sizeBytes, storedBytes } of files) {
        if (rows.some((each) => each.key === key)) continue;
        const row = rowOf(key, name, format.bytes(sizeBytes), null);
        showShare(row, storedBytes / Math.max(1, sizeBytes));
        row.view.say((texts['textPaused'] ?? '').replace('%', format.percent(row.share)));
      }
    },
    add(files) {
      // Those that are here leave the list.
      if (!isStarted) leave(rows.filter(({ state }) => state === 'sent'));
      // A visitor sees in the list under which name a file is sent.
      for (const file of files.map(fittingFile)) {
        const key = sender.keyOf(file);
        const known = rows.find((each) => each.key === key);
        if (known && known.state !== 'failed' && known.file) continue;
        if (known) leave([known]);
        const row = rowOf(key, file.name, format.bytes(file.size), file);
        if (known && known.share > 0) showShare(row, known.share);
      }
      if (isStarted) settle();
    },
    send() {
      for (const row of rows) if (row.state === 'failed') row.state = 'waiting';
      isStarted = true;
      form.removeAttribute('data-again');
      sender.onBegun();
      mark(true);
      settle();
    },
  };
}
