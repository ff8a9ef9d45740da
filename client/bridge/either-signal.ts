/** Ends with the first of several: `AbortSignal.any`, which is younger than some browsers that ask. */
export function eitherSignal(signals: readonly AbortSignal[]): AbortSignal {
  const ended = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) ended.abort(signal.reason);
    else signal.addEventListener('abort', () => ended.abort(signal.reason), { once: true, signal: ended.signal });
  }
  return ended.signal;
}
