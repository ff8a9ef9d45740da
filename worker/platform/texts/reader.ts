/**
 * The reader of texts as other modules see it: bytes of a file in, its words or one of its lines out, over the binding of the codec
 * Worker. Texts are taken out of files there, never in the thread that answers requests.
 */
import { MIB, SECOND_MS } from '#shared/units.ts';
import { frameOf, makePieceReader } from '../archives/engine.ts';

/** Path of the reader at the codec Worker. */
export const TEXT_PATH = '/text';
/** Header of the person whose turn an order takes. */
export const PERSON_HEADER = 'x-magpie-person';
/** A document whose text is anywhere in it. */
export const MAX_DOCUMENT_BYTES = 32 * MIB;
/** Of a plain text the beginning is read. */
const MAX_PLAIN_BYTES = MIB;
/** 8 s of computing for one file. */
export const MAX_TEXT_MS = 8 * SECOND_MS;
/** Order and bytes of a file. */
export const MAX_TEXT_ORDER_BYTES = MAX_DOCUMENT_BYTES + MIB;

/** How the text of a file is taken out. */
export type TextKind = 'plain' | 'html' | 'docx' | 'xlsx' | 'pptx' | 'epub' | 'pdf';

const KIND_OF: ReadonlyMap<string, TextKind> = new Map([
  ...'txt text md markdown rst org log csv tsv json jsonl yaml yml toml ini conf tex srt vtt'
    .split(' ')
    .map((end): [string, TextKind] => [end, 'plain']),
  ...'js mjs cjs jsx ts tsx vue svelte css scss py rb go rs java kt scala swift c h cc cpp hpp cs php lua pl r sh bash ps1 sql'
    .split(' ')
    .map((end): [string, TextKind] => [end, 'plain']),
  ['html', 'html'],
  ['htm', 'html'],
  ['xhtml', 'html'],
  ['docx', 'docx'],
  ['xlsx', 'xlsx'],
  ['pptx', 'pptx'],
  ['epub', 'epub'],
  ['pdf', 'pdf'],
]);

/** Null for a file that has no text by its name. */
export function textKindOf(name: string): TextKind | null {
  return KIND_OF.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? null;
}

/** Bytes from the beginning of a file that are read; 0 for a file that is too large. */
export function readBytesOf(kind: TextKind, sizeBytes: number): number {
  if (kind === 'plain' || kind === 'html') return Math.min(sizeBytes, MAX_PLAIN_BYTES);
  return sizeBytes > MAX_DOCUMENT_BYTES ? 0 : sizeBytes;
}

export interface TextOrder {
  readonly kind: TextKind;
  /** In the key for finding: the line that holds most of them is asked for. Null: the words of the text are. */
  readonly terms: readonly string[] | null;
}

/** Words or line; '' for a file without a text. `busy` passes. */
export type TextAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: 'busy' };

export const NO_TEXT: TextAnswer = { ok: true, text: '' };
export const TEXT_BUSY: TextAnswer = { ok: false, reason: 'busy' };

export interface TextAsker {
  /** Whose turn it takes. */
  readonly person: string;
  /** Ends the reading, which then throws. */
  readonly signal?: AbortSignal;
}

export interface TextReader {
  /**
   * @param fill  writes exactly `sizeBytes` of the file, and leaves its target open
   * @returns words with spaces between, or the line; null when too many ask now
   */
  read(
    order: TextOrder,
    sizeBytes: number,
    fill: (target: WritableStream<Uint8Array>) => Promise<void>,
    asker: TextAsker,
  ): Promise<string | null>;
}

/** @param binding  the codec Worker, or the process that takes its place on one machine */
export function makeTextReader(binding: Pick<Fetcher, 'fetch'>): TextReader {
  return {
    async read(order, sizeBytes, fill, { person, signal = null }) {
      const head = frameOf(order);
      const { readable, writable } = new FixedLengthStream(head.length + sizeBytes);
      const send = async (): Promise<void> => {
        const writer = writable.getWriter();
        await writer.write(head);
        writer.releaseLock();
        await fill(writable);
        await writable.close();
      };
      // A broken stream fails the request.
      send().catch((error: unknown) => writable.abort(error).catch(() => undefined));
      const answer = await binding.fetch(`http://codec${TEXT_PATH}`, {
        method: 'POST',
        body: readable,
        signal,
        headers: {
          'content-length': String(head.length + sizeBytes),
          'content-type': 'application/octet-stream',
          [PERSON_HEADER]: person,
        },
      });
      if (!answer.ok || !answer.body) throw new Error(`the reader of texts answered ${answer.status}`);
      const pieces = makePieceReader(answer.body);
      const length = new DataView((await pieces.exactly(4)).buffer).getUint32(0);
      if (length > MAX_PLAIN_BYTES * 8) throw new Error('an answer of the reader of texts is too long');
      const said = JSON.parse(new TextDecoder().decode(await pieces.exactly(length))) as TextAnswer;
      return said.ok ? said.text : null;
    },
  };
}
