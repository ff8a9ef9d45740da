/** The link in the dialog: the current one, older ones, and the terms of a link that is still to be made. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { copyLater } from '#client/ui/copy-later.ts';
import type { OwnLinkView } from '#shared/share/contract.ts';
import type { TermsBody } from '#shared/share/terms-body.ts';
import type { LinkApi, LinkRequest } from '../link.api.ts';
import { currentLink, isOpen } from '../link.rules.ts';
import type { SenderName } from '../sender-name.ts';
import { useSavedChanges } from './use-saved-changes.ts';

export type CopyState = 'idle' | 'copying' | 'copied' | 'refused';

export interface SharedLink {
  /** The open link; null while it loads, and before it is made. */
  readonly link: OwnLinkView | null;
  /** Other open links to exactly the same, the newest first. My links lists those that are off or have ended. */
  readonly others: readonly OwnLinkView[];
  readonly isLoading: boolean;
  /** Terms of the link that Copy makes. */
  readonly draft: TermsBody;
  /** Changes of the link that are being saved. */
  readonly pending: TermsBody;
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

/** @param fileIds  of one link */
export function useSharedLink(api: LinkApi, fileIds: readonly string[], name: Naming): SharedLink {
  const changes = useSavedChanges();
  const { fail, reset, save, pending, problem } = changes;
  const [links, setLinks] = useState<readonly OwnLinkView[] | null>(null);
  const [draft, setDraft] = useState<TermsBody>({});
  const [copyState, setCopyState] = useState<CopyState>('idle');
  const [turnedOff, setTurnedOff] = useState<OwnLinkView | null>(null);
  /** The links as they are read now: a press on Copy waits for them. */
  const reading = useRef<Promise<readonly OwnLinkView[]>>(Promise.resolve([]));

  const read = useCallback((load: Promise<readonly OwnLinkView[]>) => {
    reading.current = load;
    return load.then((found) => {
      if (reading.current === load) setLinks(found);
    });
  }, []);
  const readAll = useCallback(() => read(api.linksTo(fileIds)), [api, fileIds, read]);
  useEffect(() => {
    readAll().catch(fail);
  }, [readAll, fail]);
  useEffect(() => {
    if (copyState !== 'copied') return;
    const timer = setTimeout(() => setCopyState('idle'), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copyState]);

  const link = currentLink(links ?? []);
  const thenRead = (change: Promise<void>) => change.then(readAll);

  /** @returns the address of the link; the next reading after a new link shows the rest of it */
  async function address(): Promise<string> {
    // After a failure it is read once more.
    await reading.current.catch(readAll);
    const found = currentLink(await reading.current);
    if (found) return found.share_url;
    const made = await api.create({ fileIds, ...termsOf(draft), settleName: name.isSettling });
    name.settled(made.sender);
    await readAll();
    return made.url;
  }

  async function copy(): Promise<void> {
    if (copyState === 'copying') return;
    setCopyState('copying');
    reset();
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

  return {
    link,
    others: (links ?? []).filter((one) => one !== link && isOpen(one)),
    isLoading: links === null && problem === '',
    draft,
    pending,
    copyState,
    isSaving: changes.isSaving,
    isSaved: changes.isSaved,
    turnedOff,
    problem,
    copy: () => void copy(),
    change(terms) {
      if (link) void save(() => thenRead(api.change(link.share_id, terms)), terms);
      else setDraft((before) => ({ ...before, ...terms }));
    },
    turnOff(one) {
      void save(() => thenRead(api.turn([one.share_id], 'close'))).then((isDone) => {
        if (!isDone) return;
        reset();
        setTurnedOff(one);
      });
    },
    turnOn(one) {
      setTurnedOff(null);
      void save(() => thenRead(api.turn([one.share_id], 'reopen'))).then((isDone) => isDone && reset());
    },
  };
}
