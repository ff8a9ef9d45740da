/** The link in the dialog: the current one, older ones, and the terms of a link that is still to be made. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { copyLater } from '#client/ui/copy-later.ts';
import { useT } from '#client/ui/i18n.tsx';
import { messageOf } from '#shared/error-message.ts';
import type { OwnLinkView } from '#shared/share/contract.ts';
import type { TermsBody } from '#shared/share/terms-body.ts';
import type { LinkApi, LinkRequest } from '../link.api.ts';
import { currentLink } from '../link.rules.ts';
import type { SenderName } from '../sender-name.ts';

export type CopyState = 'idle' | 'copying' | 'copied' | 'refused';

export interface SharedLink {
  /** The open link; null while it loads, and before it is made. */
  readonly link: OwnLinkView | null;
  /** Other links to exactly the same, the newest first. */
  readonly older: readonly OwnLinkView[];
  readonly isLoading: boolean;
  /** Terms of the link that Copy makes. */
  readonly draft: TermsBody;
  readonly copyState: CopyState;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  /** The link that was turned off last, which can be turned on again; null for none. */
  readonly turnedOff: OwnLinkView | null;
  /** A whole sentence; '' for no problem. */
  readonly problem: string;
  /** Copies the address of the link, which is made if there is none. */
  copy(): void;
  /** Changes terms of the link at once, or of the one to be made. */
  change(terms: TermsBody): void;
  turnOff(link: OwnLinkView): void;
  turnOn(link: OwnLinkView): void;
}

/** Time that the label of success stays. */
const COPIED_MS = 2_500;

/** The dialog shows the name under which a link is made. */
type Naming = Pick<SenderName, 'isSettling' | 'settled'>;

/** Terms of a call that makes a link. */
function termsOf({ pass_code_option, custom_pass_code: code = '', ...terms }: TermsBody): Omit<LinkRequest, 'fileIds'> {
  if (pass_code_option !== 'REQUIRED') return { code: { kind: 'none' }, terms };
  return { code: code === '' ? { kind: 'made' } : { kind: 'own', text: code }, terms };
}

/** @param fileIds  of one link; the links of several files are not looked for, because no file has them */
export function useSharedLink(api: LinkApi, fileIds: readonly string[], name: Naming): SharedLink {
  const { text } = useT();
  const [fileId] = fileIds.length === 1 ? fileIds : [];
  const [links, setLinks] = useState<readonly OwnLinkView[] | null>(null);
  const [draft, setDraft] = useState<TermsBody>({});
  const [copyState, setCopyState] = useState<CopyState>('idle');
  const [saving, setSaving] = useState<'idle' | 'saving' | 'saved'>('idle');
  const [turnedOff, setTurnedOff] = useState<OwnLinkView | null>(null);
  const [problem, setProblem] = useState('');
  /** The links as they are read now: a press on Copy waits for them. */
  const reading = useRef<Promise<readonly OwnLinkView[]>>(Promise.resolve([]));
  /** Changes go out one after the other. */
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const fail = useCallback((error: unknown) => setProblem(messageOf(error, text)), [text]);

  const read = useCallback((load: Promise<readonly OwnLinkView[]>) => {
    reading.current = load;
    return load.then((found) => {
      if (reading.current === load) setLinks(found);
    });
  }, []);
  const readAll = useCallback(
    () => read(fileId === undefined ? Promise.resolve([]) : api.linksTo(fileId)),
    [api, fileId, read],
  );
  useEffect(() => {
    readAll().catch(fail);
  }, [readAll, fail]);
  useEffect(() => {
    if (copyState !== 'copied') return;
    const timer = setTimeout(() => setCopyState('idle'), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copyState]);

  const link = currentLink(links ?? []);
  const again = (shareId: string) =>
    fileId === undefined ? read(api.linkById(shareId).then((one) => (one ? [one] : []))) : readAll();

  /** @returns the address of the link; what is read again after a new link shows the rest of it */
  async function address(): Promise<string> {
    // After a failure it is read once more.
    await reading.current.catch(readAll);
    const found = currentLink(await reading.current);
    if (found) return found.share_url;
    const made = await api.create({ fileIds, ...termsOf(draft), settleName: name.isSettling });
    name.settled(made.sender);
    await again(made.shareId);
    return made.url;
  }

  async function copy(): Promise<void> {
    if (copyState === 'copying') return;
    setCopyState('copying');
    setProblem('');
    setTurnedOff(null);
    const url = address();
    // Begins inside the gesture.
    const written = copyLater(url).then(
      () => 'copied' as const,
      () => 'refused' as const,
    );
    try {
      await url;
      setCopyState(await written);
    } catch (error) {
      setCopyState('idle');
      fail(error);
    }
  }

  /** Runs a change of a link after the ones before, and reads it again. */
  function run(shareId: string, work: () => Promise<void>): Promise<boolean> {
    const done = last.current.then(async () => {
      setSaving('saving');
      setProblem('');
      try {
        await work();
        await again(shareId);
        setSaving('saved');
        return true;
      } catch (error) {
        setSaving('idle');
        fail(error);
        return false;
      }
    });
    last.current = done;
    return done;
  }

  return {
    link,
    older: (links ?? []).filter((one) => one !== link),
    isLoading: links === null && problem === '',
    draft,
    copyState,
    isSaving: saving === 'saving',
    isSaved: saving === 'saved',
    turnedOff,
    problem,
    copy: () => void copy(),
    change(terms) {
      if (link) void run(link.share_id, () => api.change(link.share_id, terms));
      else setDraft((before) => ({ ...before, ...terms }));
    },
    turnOff(one) {
      void run(one.share_id, () => api.turn([one.share_id], 'close')).then((isDone) => {
        setSaving('idle');
        if (isDone) setTurnedOff(one);
      });
    },
    turnOn(one) {
      setTurnedOff(null);
      void run(one.share_id, () => api.turn([one.share_id], 'reopen')).then(() => setSaving('idle'));
    },
  };
}
