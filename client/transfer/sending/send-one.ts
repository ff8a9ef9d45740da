/**
 * One file of a form, by the upload engine: it waits for the connection as long as it takes, and for a human check where the server
 * asks for one.
 */
import { factsOf } from '#client/api/error-facts.ts';
import { ApiError } from '#client/api/errors.ts';
import { passCheck } from '#client/shield/index.ts';
import { makeSlots } from '../slots.ts';
import { makeWait, offlineWaitMs } from '../timers.ts';
import { FileChanged, mayPass } from '../upload/failure.ts';
import { type UploadJob, uploadOne } from '../upload/upload-one.ts';
import type { Sender } from './sender.ts';

/** Parts at a time, of all files: an upload takes four. */
const PARTS_AT_ONCE = 3;
/** Attempts without progress that the server refused or failed; without network there is no end. */
const MAX_FAILURES = 8;
/** 2 s: until the server has stored that another file of this visitor was checked. */
const CHECKED_MS = 2_000;

export interface OutgoingFile {
  readonly file: File;
  /** The same file sent again has the same key. */
  readonly key: string;
  onSent(bytes: number): void;
  say(sentence: string): void;
}

/** @throws the reason of the signal; an error that waiting does not mend */
export type SendOne = (outgoing: OutgoingFile, signal: AbortSignal) => Promise<void>;

/** Ends sooner when the connection is back. */
const wait = makeWait((ms, run) => {
  const end = () => {
    stop();
    run();
  };
  const timer = setTimeout(end, ms);
  const stop = () => {
    clearTimeout(timer);
    removeEventListener('online', end);
  };
  addEventListener('online', end);
  return stop;
});

/** Other people hash nothing: an instant upload would tell what the owner holds. */
const hasher = { fingerprint: () => Promise.reject(new Error('other people hash nothing')) };

/** In the language of the page. @param texts  those of the form */
export function sentenceOf(error: unknown, texts: DOMStringMap): string {
  if (error instanceof FileChanged) return texts['textChanged'] ?? '';
  const { details, error_description: description } = error instanceof ApiError ? error.received : {};
  const [message] = Array.isArray(details)
    ? (details as readonly { message?: unknown }[]).flatMap((each) => each.message ?? [])
    : [];
  const sentence = message ?? description;
  return typeof sentence === 'string' && sentence !== '' ? sentence : (texts['textFailed'] ?? '');
}

function jobOf({ file, key }: OutgoingFile, onSent: (bytes: number) => void): UploadJob {
  const ignore = () => undefined;
  // The session is asked for anew in each run: the server finds it by the key of the file.
  const session = { key, uploadId: '', fingerprint: null };
  const { size: sizeBytes, lastModified: modifiedMs } = file;
  return {
    file,
    sizeBytes,
    modifiedMs,
    ...session,
    parentId: async () => '',
    onStarted: ignore,
    onHashed: ignore,
    onPhase: ignore,
    onSent,
  };
}

export function makeSendOne(form: HTMLFormElement, sender: Sender): SendOne {
  const texts = form.dataset;
  const slots = makeSlots(PARTS_AT_ONCE);
  let check: Promise<string> | null = null;

  /** The token of the check that a refusal asks for; null: that of another file is good for this one too. @throws the refusal */
  async function pass(refusal: ApiError): Promise<string | null> {
    const url = factsOf(refusal)['check_url'];
    if (typeof url !== 'string' || url === '') throw refusal;
    const isOther = check !== null;
    check ??= passCheck(url).finally(() => (check = null));
    const token = await check.catch(() => '');
    if (token === '') throw refusal;
    return isOther ? null : token;
  }

  /** The token of a check that the page has shown. */
  function givenToken(): string {
    const given = form.elements.namedItem('captcha_token');
    if (!(given instanceof HTMLInputElement)) return '';
    const token = given.value;
    // It is good for one call.
    given.value = '';
    return token;
  }

  return async (outgoing, signal) => {
    let token = givenToken();
    let failures = 0;
    let reached = 0;
    const job = () =>
      jobOf(outgoing, (bytes) => {
        if (bytes > reached) [reached, failures] = [bytes, 0];
        outgoing.onSent(bytes);
      });
    for (;;) {
      outgoing.say('');
      try {
        const upload = sender.upload(outgoing.file, token);
        token = '';
        await uploadOne(job(), { ...upload, hasher, slots, wait, isFirstPartAlone: true }, signal);
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ApiError)) throw error;
        if (['captcha_required', 'captcha_invalid'].includes(error.errorName)) {
          const passed = await pass(error);
          // The file that was checked comes first.
          if (passed === null) await wait(CHECKED_MS, signal);
          token = passed ?? '';
          signal.throwIfAborted();
          continue;
        }
        const isOffline = error.errorName === 'unreachable';
        if (!mayPass(error) || (!isOffline && failures >= MAX_FAILURES)) throw error;
        outgoing.say(isOffline ? (texts['textOffline'] ?? '') : sentenceOf(error, texts));
        await wait(offlineWaitMs(failures), signal);
        failures += 1;
      }
    }
  };
}
