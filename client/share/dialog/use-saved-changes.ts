/** Changes of a link: they are sent one after the other, and what they set is shown at once. */
import { useCallback, useRef, useState } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { messageOf } from '#shared/error-message.ts';
import type { TermsBody } from '#shared/share/terms-body.ts';

export interface SavedChanges {
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  /** A whole sentence; '' for no problem. */
  readonly problem: string;
  /** Terms that are being saved. */
  readonly pending: TermsBody;
  /** @param terms  shown at once @returns whether it was done */
  save(work: () => Promise<void>, terms?: TermsBody): Promise<boolean>;
  fail(error: unknown): void;
  /** Shows neither a problem nor that something was saved. */
  reset(): void;
}

export function useSavedChanges(): SavedChanges {
  const { text } = useT();
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle');
  const [problem, setProblem] = useState('');
  const [pending, setPending] = useState<TermsBody>({});
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const fail = useCallback((error: unknown) => setProblem(messageOf(error, text)), [text]);

  function save(work: () => Promise<void>, terms: TermsBody = {}): Promise<boolean> {
    setPending((before) => ({ ...before, ...terms }));
    const done = last.current.then(async () => {
      setState('saving');
      setProblem('');
      try {
        await work();
        setState('saved');
        return true;
      } catch (error) {
        setState('idle');
        fail(error);
        return false;
      } finally {
        // A later change waits: both are shown until it is saved.
        if (last.current === done) setPending({});
      }
    });
    last.current = done;
    return done;
  }

  return {
    isSaving: state === 'saving',
    isSaved: state === 'saved',
    problem,
    pending,
    save,
    fail,
    reset() {
      setState('idle');
      setProblem('');
    },
  };
}
