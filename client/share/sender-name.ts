/** State of the sender name: load, edit, save. Drawn by sender-line.tsx. */
import { useCallback, useEffect, useState } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { messageOf } from '#shared/error-message.ts';
import type { Sender } from '#shared/share/contract.ts';
import type { LinkApi } from './link.api.ts';

export interface SenderName {
  /** Null while it loads, and after a failed load. */
  readonly sender: Sender | null;
  /** A whole sentence about the load that failed. */
  readonly loadProblem: string | null;
  /** Text of the field; null while it is closed. */
  readonly draft: string | null;
  /** A whole sentence about the save that was refused. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly isSaved: boolean;
  load(): void;
  /** Opens the field, closes it with null. */
  edit(draft: string | null): void;
  save(nickname: string): Promise<void>;
  /** Saves typed text that is not saved yet. */
  saveDraft(): void;
  /** A link that is made now settles the name that the line shows: the person has neither decided nor typed another one. */
  readonly isSettling: boolean;
  /** The name as the answer of a new link has it, if it does. */
  settled(sender: Sender | undefined): void;
}

export function useSenderName(api: Pick<LinkApi, 'sender' | 'setSender'>): SenderName {
  const { text } = useT();
  const [sender, setSender] = useState<Sender | null>(null);
  const [loadProblem, setLoadProblem] = useState<string | null>(null);
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);

  const load = useCallback(() => {
    setLoadProblem(null);
    api.sender().then(setSender, (error: unknown) => setLoadProblem(messageOf(error, text)));
  }, [api, text]);
  useEffect(load, [load]);

  function edit(next: string | null): void {
    setDraft(next);
    setProblem(null);
    setSaved(false);
  }

  async function save(nickname: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      setSender(await api.setSender(nickname));
      setDraft(null);
      setSaved(true);
    } catch (error) {
      setDraft(nickname);
      setProblem(messageOf(error, text));
    } finally {
      setBusy(false);
    }
  }

  const isTyped = draft !== null && sender !== null && draft.trim() !== startOf(sender);

  function saveDraft(): void {
    if (isTyped) void save(draft);
  }

  function settled(next: Sender | undefined): void {
    if (next === undefined) return;
    setSender(next);
    setDraft(null);
  }

  const isSettling = sender !== null && isProposing(sender) && !isTyped && !isBusy;
  return { sender, loadProblem, draft, problem, isBusy, isSaved, load, edit, save, saveDraft, isSettling, settled };
}

/** Whether a name waits for the person's decision. */
export function isProposing({ decided, suggested }: Sender): boolean {
  return !decided && suggested !== '';
}

/** First value of the field: the chosen name, else the suggested one. */
export function startOf({ chosen, nickname, suggested }: Sender): string {
  return chosen ? nickname : suggested;
}
