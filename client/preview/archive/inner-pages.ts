/**
 * One entry of an archive in the viewer, in place of the listing: the same kinds as files, from the entry's own address. Pages turn
 * through the files of the listing; Back, Escape and the button lead back to it.
 */
import type { InnerPlace } from '#client/navigation/viewer-entry.ts';
import { iconButton, make } from '../element.ts';
import { PreviewError } from '../preview-error.ts';
import type { EntryLink, PreviewHost, PreviewItem, ShowContext, Shown } from '../preview-types.ts';
import { problemBlock } from '../problem.ts';
import { type InnerEntry, itemOf } from './inner-entry.ts';

export interface InnerPages {
  /** Of the archive. */
  readonly context: ShowContext;
  readonly listing: () => Shown;
  /** @throws PreviewError */
  readonly linkOf: (entry: InnerEntry) => Promise<EntryLink>;
  /** Path of the listed folder. */
  readonly folder: string;
  /** Gets the focus back. */
  readonly opener: HTMLElement;
  readonly pages: readonly InnerEntry[];
}

/** The entries as the files of a folder. @param known  addresses that were read, by index */
function makeEntryHost({ context, linkOf, pages }: InnerPages, known: Map<number, string>): PreviewHost {
  const { host, item: archive } = context;

  async function urlOf({ id }: PreviewItem, isFresh: boolean): Promise<string> {
    const entry = pages.find((page) => itemOf(archive, page).id === id);
    if (!entry) throw new PreviewError('gone');
    const held = known.get(entry.index);
    if (held && !isFresh) return held;
    const link = await linkOf(entry);
    if (typeof link === 'string') throw new PreviewError('forbidden');
    known.set(entry.index, link.url);
    return link.url;
  }

  return {
    userId: host.userId,
    translator: host.translator,
    format: host.format,
    events: host.events,
    items: () => pages.map((page) => itemOf(archive, page)),
    hasMore: () => false,
    more: () => Promise.resolve(),
    find: () => Promise.resolve(null),
    place: () => null,
    link: urlOf,
    download: (item) => {
      urlOf(item, true).then(host.downloadFrom, () =>
        context.note(host.translator.t('preview.archive.not_downloaded')),
      );
    },
    downloadFrom: host.downloadFrom,
    opened: () => undefined,
    played: () => undefined,
    closed: () => undefined,
  };
}

interface Turning {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly step: (by: number) => boolean;
  readonly back: () => boolean;
}

/** The bar of an entry, and the place of its content below. */
function frameOf(entryHost: PreviewHost, archive: PreviewItem, item: PreviewItem, turning: Turning) {
  const { t } = entryHost.translator;
  const { isFirst, isLast, step, back } = turning;
  const content = make('div', { class: 'viewer-content' });
  const close = iconButton({ sign: 'up', label: t('preview.archive.back', { name: archive.name }), onPress: back });
  const bar = make(
    'div',
    { class: 'viewer-inner-bar' },
    close,
    make('h3', { title: item.name }, item.name),
    iconButton({
      sign: 'previous',
      label: t('preview.previous'),
      onPress: () => step(-1),
      attributes: { disabled: isFirst },
    }),
    iconButton({ sign: 'next', label: t('preview.next'), onPress: () => step(1), attributes: { disabled: isLast } }),
    iconButton({
      sign: 'download',
      label: t('preview.archive.download', { name: item.name }),
      onPress: () => entryHost.download(item),
    }),
  );
  return { element: make('div', { class: 'viewer-inner' }, bar, content), content, close };
}

/** @param url  address of the first */
export function openPages(inner: InnerPages, first: InnerEntry, url: string): void {
  const { context, listing, folder, opener, pages } = inner;
  const { host, item: archive } = context;
  const entryHost = makeEntryHost(inner, new Map([[first.index, url]]));
  const scrollTop = listing().element.scrollTop;
  let control = new AbortController();
  let made: Shown | null = null;
  let at = pages.indexOf(first);

  function end(): void {
    control.abort(new DOMException('another entry is shown', 'AbortError'));
    made?.end();
    made = null;
  }

  /** The history has left the entry. */
  function goTo(place: InnerPlace): void {
    end();
    const shown = listing();
    context.replace(shown);
    shown.element.scrollTop = scrollTop;
    opener.focus();
    shown.goTo?.(place);
  }

  function back(): boolean {
    context.inner.back();
    return true;
  }

  function step(by: number): boolean {
    const next = Math.min(Math.max(at + by, 0), pages.length - 1);
    if (next !== at) turnTo(next);
    return true;
  }

  function turnTo(next: number): void {
    const entry = pages[next];
    if (entry) context.inner.turn({ folder, entry: entry.index });
    void show(next);
  }

  async function show(next: number): Promise<void> {
    const entry = pages[next];
    if (!entry) return;
    end();
    at = next;
    control = new AbortController();
    const signal = AbortSignal.any([context.signal, control.signal]);
    const item = itemOf(archive, entry);
    const turning = { isFirst: at === 0, isLast: at === pages.length - 1, step, back };
    const { element, content, close } = frameOf(entryHost, archive, item, turning);
    const bar = make('progress', { max: 1, 'aria-label': host.translator.t('preview.loading') });
    content.append(make('div', { class: 'viewer-loading', role: 'status' }, bar));
    context.replace({ element, end, step, back, goTo });
    close.focus();
    const fail = (error: unknown): void => {
      if (signal.aborted) return;
      made?.end();
      made = null;
      content.replaceChildren(problemBlock({ host: entryHost, item, error, onRetry: () => void show(next) }));
    };
    try {
      const shown = await context.present({
        host: entryHost,
        item,
        signal,
        fail,
        go: step,
        note: context.note,
        present: context.present,
        replace: () => undefined,
        link: (isFresh = false) => entryHost.link(item, isFresh),
        progress: (share) => {
          bar.value = share;
        },
        inner: context.inner,
        showItem: (id) => turnTo(pages.findIndex((page) => itemOf(archive, page).id === id)),
      });
      if (signal.aborted) return shown.end();
      made = shown;
      content.replaceChildren(shown.element);
      const { tools = [], less, onKey, gestures } = shown;
      context.replace({
        element,
        tools,
        end,
        step,
        back,
        goTo,
        ...(less ? { less } : {}),
        ...(onKey ? { onKey } : {}),
        ...(gestures ? { gestures } : {}),
      });
    } catch (error) {
      fail(error);
    }
  }

  if (context.inner.place().entry !== first.index) context.inner.enter({ folder, entry: first.index });
  void show(at);
}
