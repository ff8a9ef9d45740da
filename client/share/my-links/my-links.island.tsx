/** The page of one's own links with its dialogs. */
import type { ReactNode } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '#client/api/errors.ts';
import { scope } from '#client/scope.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { messageOf } from '#shared/error-message.ts';
import type { DriveSharesProps } from '#shared/islands.ts';
import type { OwnLinkView } from '#shared/share/contract.ts';
import { type LinkFilter, linksHref } from '#shared/share/links-address.ts';
import type { LinkAct } from '#shared/share/model.ts';
import { LinkDetailsDialog } from './link-details-dialog.tsx';
import { makeMyLinksApi } from './my-links.api.ts';
import { type MyLinksLive, MyLinksView } from './my-links.view.tsx';

const DID = {
  close: 'share.my_links.did.closed',
  reopen: 'share.my_links.did.reopened',
  extend: 'share.my_links.did.extended',
  delete: 'share.my_links.did.deleted',
} as const;

/** As the server's page shows. */
const ROWS = 50;
/** A pause this long ends a word, ms. */
const PAUSE_MS = 150;

/** Rows of the page, with which of them are chosen. */
function useChosen(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** Where a range begins. */
  const [anchor, setAnchor] = useState(0);
  const shown = useMemo(() => ids.filter((id) => chosen.has(id)), [ids, chosen]);
  return {
    ids: shown,
    has: (id: string) => chosen.has(id),
    all: (isChosen: boolean) => setChosen(new Set(isChosen ? ids : [])),
    choose(index: number, isShift: boolean) {
      const id = ids[index];
      if (id === undefined) return;
      const isWanted = !chosen.has(id);
      const [from, to] = isShift ? [Math.min(anchor, index), Math.max(anchor, index)] : [index, index];
      const next = new Set(chosen);
      for (const one of ids.slice(from, to + 1)) {
        if (isWanted) next.add(one);
        else next.delete(one);
      }
      setChosen(next);
      setAnchor(index);
    },
  };
}

/** The list, read again after each change. */
function usePage(props: DriveSharesProps) {
  const { t, text } = useT();
  const api = useMemo(() => makeMyLinksApi(scope().api), []);
  const [page, setPage] = useState(props);
  const [trouble, setTrouble] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isFinding, setFinding] = useState(false);
  /** The filter of the list that is shown, or that is being read. */
  const asked = useRef({ filter: props.filter, pageToken: props.pageToken });
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    const lose = () => setTrouble(t('share.my_links.offline'));
    const wake = () => setTrouble('');
    addEventListener('offline', lose);
    addEventListener('online', wake);
    return () => {
      removeEventListener('offline', lose);
      removeEventListener('online', wake);
    };
  }, [t]);

  /** @returns whether it was done */
  async function run(work: () => Promise<void>, said: string): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setTrouble('');
    try {
      await work();
      const { filter, pageToken } = asked.current;
      const read = await api.list(filter, pageToken, ROWS);
      setPage((before) => ({ ...before, ...read, said }));
      return true;
    } catch (error) {
      const isUnreachable = !(error instanceof ApiError) || error.errorName === 'unreachable';
      setTrouble(isUnreachable && !navigator.onLine ? t('share.my_links.offline') : messageOf(error, text));
      return false;
    } finally {
      setBusy(false);
    }
  }
  async function read(): Promise<void> {
    const mine = asked.current;
    try {
      const found = await api.list(mine.filter, mine.pageToken, ROWS);
      // A later filter is being read.
      if (asked.current !== mine) return;
      setPage((before) => ({ ...before, ...found, ...mine, said: '' }));
      setTrouble('');
    } catch (error) {
      if (asked.current === mine) setTrouble(messageOf(error, text));
    }
    if (asked.current === mine) setFinding(false);
  }

  function find(filter: LinkFilter, isTyping: boolean): void {
    clearTimeout(pause.current);
    asked.current = { filter, pageToken: '' };
    setFinding(true);
    // A reload and a link from elsewhere back lead to the same list.
    history.replaceState(history.state, '', linksHref(filter));
    pause.current = setTimeout(() => void read(), isTyping ? PAUSE_MS : 0);
  }

  const say = (said: string) => setPage((before) => ({ ...before, said }));
  /** Shows the new terms of a link, also where it does not meet the filter any more. */
  const replace = (link: OwnLinkView) =>
    setPage((before) => ({
      ...before,
      links: before.links.map((one) => (one.share_id === link.share_id ? link : one)),
      opened: before.opened?.share_id === link.share_id ? link : before.opened,
    }));
  return { api, page, trouble, isBusy, run, say, replace, find, isFinding };
}

export default function MyLinksIsland(props: DriveSharesProps): ReactNode {
  const { t, tn } = useT();
  const { api, page, trouble, isBusy, run, say, replace, find, isFinding } = usePage(props);
  const { links } = page;
  const ids = useMemo(() => links.map((link) => link.share_id), [links]);
  const chosen = useChosen(ids);
  /** The link whose details are open; '' for none. */
  const [opened, setOpened] = useState('');
  const [isDeleting, setDeleting] = useState(false);
  // After the first rendering, which equals the server's.
  useEffect(() => setOpened(props.opened?.share_id ?? ''), [props.opened]);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const link = links.find((one) => one.share_id === opened) ?? (opened === '' ? null : page.opened);

  const act = (step: string, days: number): void => {
    if (step === 'ask') setDeleting(true);
    else if (step in DID) void run(() => api.act(chosen.ids, step as LinkAct, days), t(DID[step as LinkAct]));
  };
  const live: MyLinksLive = {
    line: (index) => ({
      isChosen: chosen.has(ids[index] ?? ''),
      onChoose: (isShift) => chosen.choose(index, isShift),
      onCopy: () => {
        const url = links[index]?.share_url ?? '';
        navigator.clipboard.writeText(url).then(
          () => say(t('drive.link.copied')),
          () => setOpened(ids[index] ?? ''),
        );
      },
      onOpen: () => setOpened(ids[index] ?? ''),
    }),
    chosen: chosen.ids.length,
    isAllChosen: ids.length > 0 && chosen.ids.length === ids.length,
    chooseAll: chosen.all,
    act,
    isBusy,
    find,
    isFinding,
  };

  return (
    <>
      <MyLinksView {...page} live={isLive ? live : undefined} trouble={trouble} />
      {link && isLive ? (
        <LinkDetailsDialog key={link.share_id} api={api} link={link} onChange={replace} onClose={() => setOpened('')} />
      ) : null}
      {isDeleting ? (
        <Dialog
          title={tn('share.my_links.delete.title', chosen.ids.length)}
          onClose={() => setDeleting(false)}
          footer={
            <>
              <Button onClick={() => setDeleting(false)}>{t('drive.cancel')}</Button>
              <Button
                variant="danger"
                onClick={() => {
                  setDeleting(false);
                  void run(() => api.act(chosen.ids, 'delete', 0), t(DID.delete));
                }}
              >
                {t('share.my_links.delete')}
              </Button>
            </>
          }
        >
          <p>{t('drive.link.confirm.text')}</p>
        </Dialog>
      ) : null}
    </>
  );
}
