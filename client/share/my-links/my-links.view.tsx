/** `/drive/shares`: one's own links. Links and forms; a script adds the dialogs, copying and choosing a range. */
import { Cable, Download, Rss, Search, Send } from 'lucide-react';
import type { ChangeEvent, ReactNode, SyntheticEvent } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import type { DriveSharesProps } from '#shared/islands.ts';
import { href } from '#shared/routes.ts';
import { type LinkFilter, linksHref, MAX_SEARCH_CHARS, readLinkFilter } from '#shared/share/links-address.ts';
import { LINK_SORTS, type LinkSort, SHARE_STATUSES } from '#shared/share/model.ts';
import { CollectLinks } from './collect-links.view.tsx';
import { STATUS_LABELS } from './labels.ts';
import { LinkDetails } from './link-details.view.tsx';
import { type LineLive, LinkLine } from './link-line.view.tsx';
import { SenderQuestion } from './sender-question.view.tsx';

const SORT_LABELS = {
  created: 'share.my_links.sort.created',
  ends: 'share.my_links.sort.ends',
  views: 'share.my_links.sort.views',
  saves: 'share.my_links.sort.saves',
} as const satisfies Record<LinkSort, string>;

/** Days that Extend offers. */
const EXTENSIONS = [7, 30, 90] as const;

export interface MyLinksLive {
  line(index: number): LineLive;
  readonly chosen: number;
  readonly isAllChosen: boolean;
  chooseAll(isChosen: boolean): void;
  act(step: string, days: number): void;
  readonly isBusy: boolean;
  /** Shows the links of another filter. @param isTyping  more letters may follow */
  find(filter: LinkFilter, isTyping: boolean): void;
  /** The list of another filter is being read. */
  readonly isFinding: boolean;
}

export interface MyLinksProps extends DriveSharesProps {
  readonly live?: MyLinksLive | undefined;
  /** Why the list is old or an act failed; '' for no trouble. */
  readonly trouble?: string;
}

/** So many are seen at a glance: fields to find one would only stand before them. */
const FEW_LINKS = 4;

export function MyLinksView(page: MyLinksProps): ReactNode {
  const { t, tn } = useT();
  const { links, filter, pageToken, nextPageToken, said, opened, live, trouble = '' } = page;
  const here = linksHref(filter, { page: pageToken });
  const hasCollects = page.collects.length > 0 && !isFiltered(page);
  const isShort =
    links.length <= FEW_LINKS && !isFiltered(page) && filter.sort === 'created' && pageToken + nextPageToken === '';
  return (
    <div className="drive-page gap-5">
      <div>
        <h1 className="page-title">{t('share.my_links.title')}</h1>
        <p className="mt-1 text-muted">{t('share.my_links.lead')}</p>
      </div>
      {isShort ? null : <Filters {...page} />}
      {said === '' ? null : (
        <p role="status" className="notice" data-said>
          {said}
        </p>
      )}
      {trouble === '' ? null : (
        <p role="alert" className="notice" data-trouble>
          {trouble}
        </p>
      )}
      {page.asked.length > 0 && !live ? <DeleteForm ids={page.asked} here={here} /> : null}
      {opened && !live ? (
        <section className="card p-4 sm:p-5" aria-label={opened.title}>
          <h2 className="mb-3 text-lg">{opened.title}</h2>
          <LinkDetails link={opened} />
          <p className="mt-4">
            <Button href={here}>{t('ui.close')}</Button>
          </p>
        </section>
      ) : null}
      {page.askedSender === null ? null : <SenderQuestion sender={page.askedSender} here={here} />}
      <p role="status" className="sr-only">
        {live?.isFinding === false && isFiltered(page) ? tn('drive.page.end', links.length) : ''}
      </p>
      {links.length > 0 ? <Links page={page} here={here} live={live} /> : hasCollects ? null : <Nothing {...page} />}
      <div className="flex flex-wrap justify-center gap-3">
        {pageToken === '' ? null : <Button href={linksHref(filter)}>{t('share.my_links.first')}</Button>}
        {nextPageToken === '' ? null : (
          <Button href={linksHref(filter, { page: nextPageToken })} rel="next">
            {t('share.next_page')}
          </Button>
        )}
      </div>
      {hasCollects ? <CollectLinks links={page.collects} /> : null}
      <MorePages />
    </div>
  );
}

function Links({ page, here, live }: { page: MyLinksProps; here: string; live: MyLinksLive | undefined }): ReactNode {
  const { t } = useT();
  const { links, filter, pageToken } = page;
  return (
    <form
      method="post"
      action={here}
      data-guard
      onSubmit={(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
        if (!live) return;
        event.preventDefault();
        // The form is not sent: its buttons must not stay busy.
        event.stopPropagation();
        const button = event.nativeEvent.submitter;
        const days = Number(new FormData(event.currentTarget).get('days') ?? 7);
        if (button instanceof HTMLButtonElement) live.act(button.value, days);
      }}
    >
      <Acts live={live} />
      <ul className="card mt-3" aria-label={t('share.my_links.title')} aria-busy={live?.isFinding || undefined}>
        {links.map((link, index) => (
          <LinkLine
            key={link.share_id}
            link={link}
            href={linksHref(filter, { page: pageToken, link: link.share_id })}
            {...(live ? { live: live.line(index) } : {})}
          />
        ))}
      </ul>
    </form>
  );
}

/** Asks once more before links are deleted, without script. */
function DeleteForm({ ids, here }: { ids: readonly string[]; here: string }): ReactNode {
  const { t, tn } = useT();
  return (
    <form method="post" action={here} className="card grid gap-3 p-4" data-guard>
      <h2 className="text-lg">{tn('share.my_links.delete.title', ids.length)}</h2>
      <p>{t('drive.link.confirm.text')}</p>
      <input type="hidden" name="step" value="delete" />
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <p className="flex gap-2">
        <Button href={here}>{t('drive.cancel')}</Button>
        <Button type="submit" variant="danger">
          {t('share.my_links.delete')}
        </Button>
      </p>
    </form>
  );
}

/** Acts on the chosen links. */
function Acts({ live }: { live: MyLinksLive | undefined }): ReactNode {
  const { t, tn } = useT();
  const isOff = live?.isBusy ?? false;
  // Without a script the acts are always shown: the choice is unknown.
  const hasActs = !live || live.chosen > 0;
  return (
    <div className="flex flex-wrap items-center gap-2" role="toolbar" aria-label={t('share.my_links.acts')}>
      <label className="needs-script flex min-h-11 items-center gap-3 pe-3 ps-3 sm:ps-4">
        <input
          type="checkbox"
          className="checkbox"
          checked={live?.isAllChosen ?? false}
          onChange={(event) => live?.chooseAll(event.currentTarget.checked)}
        />
        <span className="text-sm">
          {live && live.chosen > 0 ? tn('drive.selection.count', live.chosen) : t('drive.select_all')}
        </span>
      </label>
      {hasActs ? (
        <>
          <Button type="submit" size="sm" name="step" value="close" disabled={isOff}>
            {t('share.my_links.close')}
          </Button>
          <Button type="submit" size="sm" name="step" value="reopen" disabled={isOff}>
            {t('share.my_links.reopen')}
          </Button>
          <span className="flex items-center gap-1">
            <select
              name="days"
              className="input input-sm w-auto"
              aria-label={t('share.my_links.extend_by')}
              defaultValue={7}
            >
              {EXTENSIONS.map((days) => (
                <option key={days} value={days}>
                  {tn('drive.link.expiry.days', days)}
                </option>
              ))}
            </select>
            <Button type="submit" size="sm" name="step" value="extend" disabled={isOff}>
              {t('share.my_links.extend')}
            </Button>
          </span>
          <Button type="submit" size="sm" className="text-danger" name="step" value="ask" disabled={isOff}>
            {t('share.my_links.delete')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** Acts while the person types and chooses; without script by its button. */
function Filters({ filter, live }: MyLinksProps): ReactNode {
  const { t } = useT();
  const find = (form: HTMLFormElement | null, isTyping: boolean) => {
    if (form) live?.find(readLinkFilter(filterFields(form)), isTyping);
  };
  const choose = (event: ChangeEvent<HTMLSelectElement>) => find(event.currentTarget.form, false);
  return (
    <search>
      <form
        method="get"
        action={href('drive.shares')}
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          if (!live) return;
          event.preventDefault();
          // The form is not sent: its button must not stay busy.
          event.stopPropagation();
          find(event.currentTarget, false);
        }}
      >
        <div className="relative min-w-36 flex-1 basis-80 max-sm:basis-full">
          <Search
            size={18}
            className="pointer-events-none absolute start-3.5 top-1/2 -translate-y-1/2 text-muted"
            aria-hidden="true"
          />
          <input
            className="input text-ellipsis ps-11"
            type="search"
            name="q"
            aria-label={t('share.my_links.search')}
            placeholder={t('share.my_links.search')}
            defaultValue={filter.search}
            maxLength={MAX_SEARCH_CHARS}
            onInput={(event) => find(event.currentTarget.form, true)}
          />
        </div>
        <select
          className="input w-auto min-w-0 text-ellipsis max-sm:flex-1"
          name="state"
          aria-label={t('share.my_links.state')}
          defaultValue={filter.status}
          onChange={choose}
        >
          <option value="">{t('share.my_links.state.all')}</option>
          {SHARE_STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(STATUS_LABELS[status])}
            </option>
          ))}
        </select>
        <select
          className="input w-auto min-w-0 text-ellipsis max-sm:flex-1"
          name="sort"
          aria-label={t('drive.sort.label')}
          defaultValue={filter.sort}
          onChange={choose}
        >
          {LINK_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(SORT_LABELS[sort])}
            </option>
          ))}
        </select>
        <noscript>
          <Button type="submit">{t('share.my_links.show')}</Button>
        </noscript>
      </form>
    </search>
  );
}

function filterFields(form: HTMLFormElement): URLSearchParams {
  return new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Other pages of links and of what went through them, and the list as a table. */
function MorePages(): ReactNode {
  const { t } = useT();
  return (
    <div className="border-t border-line pt-3">
      <div className="-ms-3 flex flex-wrap gap-1">
        <Button variant="plain" size="sm" href={href('drive.following')} icon={<Rss size={18} aria-hidden="true" />}>
          {t('share.following.title')}
        </Button>
        <Button variant="plain" size="sm" href={href('drive.direct')} icon={<Cable size={18} aria-hidden="true" />}>
          {t('share.direct.title')}
        </Button>
        <Button variant="plain" size="sm" href={href('drive.sent')} icon={<Send size={18} aria-hidden="true" />}>
          {t('drive.collect.sent.title')}
        </Button>
        <Button
          variant="plain"
          size="sm"
          href={href('drive.shares-export')}
          icon={<Download size={18} aria-hidden="true" />}
          download
        >
          {t('share.my_links.export')}
        </Button>
      </div>
    </div>
  );
}

function isFiltered({ filter, pageToken }: MyLinksProps): boolean {
  return filter.search !== '' || filter.status !== '' || pageToken !== '';
}

function Nothing(page: MyLinksProps): ReactNode {
  const { t } = useT();
  const isNone = !isFiltered(page);
  return (
    <EmptyState
      mood={isNone ? 'link' : 'looking'}
      title={t(isNone ? 'share.my_links.empty.title' : 'share.my_links.none.title')}
      text={<p>{t(isNone ? 'share.my_links.empty.text' : 'share.my_links.none.text')}</p>}
      action={
        <Button href={isNone ? href('drive.all') : href('drive.shares')}>
          {t(isNone ? 'ui.sidebar.all_files' : 'share.my_links.none.all')}
        </Button>
      }
    />
  );
}
