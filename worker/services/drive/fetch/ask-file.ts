/** Asks another server for a file from one of its bytes on. Some servers refuse every range: they are asked for all of it. */
import { callOutside, type OutgoingAnswer, type OutgoingDeps } from '#worker/platform/outgoing/outgoing.ts';

export interface FileQuestion {
  /** The first byte. */
  readonly offset: number;
  /** The last byte; null: all from the first on. */
  readonly lastByte: number | null;
  /** Of the part that is stored already; '' for none. */
  readonly validator: string;
  readonly signal: AbortSignal;
}

/** Answers of servers that know no ranges. */
const REFUSED_RANGE = new Set([400, 405, 406, 416, 501]);
/** The range of a file without bytes. */
const OF_EMPTY = /^bytes \*\/0$/;

/** @throws OutgoingError */
export async function askFile(deps: OutgoingDeps, url: string, question: FileQuestion): Promise<OutgoingAnswer> {
  const { offset, lastByte, validator, signal } = question;
  const range = { range: `bytes=${offset}-${lastByte ?? ''}` };
  const headers = validator === '' ? range : { ...range, 'if-range': validator };
  const answer = await callOutside(deps, url, { headers, signal, hasCookies: true });
  const isEmpty = OF_EMPTY.test(answer.headers.get('content-range') ?? '');
  if (offset > 0 || isEmpty || !REFUSED_RANGE.has(answer.status)) return answer;
  answer.close();
  await answer.body?.cancel().catch(() => undefined);
  return callOutside(deps, url, { signal, hasCookies: true });
}
