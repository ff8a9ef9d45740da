/** The place of the shown file: loads it, shows its problem, frees the one before, and prepares its neighbours. */
import type { InnerPlace } from '#client/navigation/viewer-entry.ts';
import type { InnerAddress } from './address.ts';
import { make } from './element.ts';
import type { GestureHandlers } from './gestures.ts';
import { kindOf } from './kinds.rules.ts';
import type { Notes } from './notes.ts';
import { present } from './present.ts';
import { PreviewError, problemOf } from './preview-error.ts';
import type { PreviewHost, PreviewItem, ShowContext, Shown } from './preview-types.ts';
import { problemBlock } from './problem.ts';

export interface Stage {
  /** Resolves when the file or its problem is visible. */
  show(item: PreviewItem): Promise<void>;
  /** The file of the address does not exist. */
  showGone(): void;
  showFailure(error: unknown, onRetry: () => void): void;
  onKey(event: KeyboardEvent): boolean;
  /** As those of Shown. */
  step(by: number): boolean;
  back(): boolean;
  /** @returns whether the shown file has places */
  goTo(place: InnerPlace): boolean;
  gestures(): GestureHandlers;
  end(): void;
}

export interface StageParts {
  readonly host: PreviewHost;
  readonly notes: Notes;
  readonly content: HTMLElement;
  readonly tools: HTMLElement;
  /** Place of the line about missing parts. */
  readonly less: HTMLElement;
  readonly inner: InnerAddress;
  go(step: number): boolean;
  showItem(id: string): void;
  onShown(item: PreviewItem, shown: Shown): void;
}

/** No file: for a problem before one is known. */
const NO_ITEM: PreviewItem = { id: '', name: '', mime: '', sizeBytes: 0, modifiedMs: null };

export function makeStage(parts: StageParts): Stage {
  const { host, content, tools, less, notes } = parts;
  const links = new Map<string, Promise<string>>();
  /** Neighbours that the browser loads ahead. */
  const ahead = new Map<string, HTMLImageElement>();
  let shown: Shown | null = null;
  let control = new AbortController();

  function linkOf(item: PreviewItem, isFresh: boolean): Promise<string> {
    const known = links.get(item.id);
    if (known && !isFresh) return known;
    const asked = host.link(item, isFresh);
    links.set(item.id, asked);
    asked.catch(() => links.delete(item.id));
    return asked;
  }

  function clear(): void {
    control.abort(new DOMException('another file is shown', 'AbortError'));
    control = new AbortController();
    shown?.end();
    shown = null;
    notes.clear();
    for (const place of [tools, less]) place.replaceChildren();
  }

  function put(element: HTMLElement): void {
    content.replaceChildren(element);
  }

  function showFailure(error: unknown, onRetry: () => void, item: PreviewItem = NO_ITEM): void {
    clear();
    const { signal } = control;
    put(problemBlock({ host, item, error, onRetry, notes }));
    if (problemOf(error) === 'offline') addEventListener('online', onRetry, { once: true, signal });
    if (!(error instanceof PreviewError)) console.warn('the file is not shown', error);
  }

  function prepareNeighbours(item: PreviewItem): void {
    const items = host.items();
    const at = items.findIndex(({ id }) => id === item.id);
    const near = [items[at + 1], items[at - 1]].filter((one) => one !== undefined && at >= 0);
    const wanted = new Set(near.map((one) => one?.id));
    for (const id of ahead.keys()) if (!wanted.has(id)) ahead.delete(id);
    for (const one of near) {
      if (!one || ahead.has(one.id) || kindOf(one).kind !== 'picture') continue;
      const image = new Image();
      ahead.set(one.id, image);
      linkOf(one, false).then(
        (url) => {
          image.src = url;
        },
        () => ahead.delete(one.id),
      );
    }
  }

  function draw(item: PreviewItem, made: Shown): void {
    shown = made;
    tools.replaceChildren(...(made.tools ?? []));
    less.replaceChildren(made.less ?? '');
    // A frame that is moved loads anew.
    if (content.firstElementChild !== made.element) put(made.element);
    parts.onShown(item, made);
  }

  async function show(item: PreviewItem): Promise<void> {
    clear();
    const { signal } = control;
    const bar = make('progress', { max: 1, 'aria-label': host.translator.t('preview.loading') });
    put(make('div', { class: 'viewer-loading', role: 'status' }, bar));
    const retry = () => void show(item);
    const context: ShowContext = {
      host,
      item,
      signal,
      link: (isFresh = false) => linkOf(item, isFresh),
      fail: (error) => !signal.aborted && showFailure(error, retry, item),
      progress: (share) => {
        bar.value = share;
      },
      inner: parts.inner,
      go: parts.go,
      note: (text, action) => !signal.aborted && notes.show(text, ...(action ? [action] : [])),
      showItem: parts.showItem,
      present,
      replace: (made) => (signal.aborted ? made.end() : draw(item, made)),
    };
    try {
      const made = await present(context);
      if (signal.aborted) return made.end();
      draw(item, made);
      made.goTo?.(parts.inner.place());
      prepareNeighbours(item);
    } catch (error) {
      if (!signal.aborted) showFailure(error, retry, item);
    }
  }

  return {
    show,
    showGone: () => showFailure(new PreviewError('gone'), () => undefined),
    showFailure,
    onKey: (event) => shown?.onKey?.(event) ?? false,
    step: (by) => shown?.step?.(by) ?? false,
    back: () => shown?.back?.() ?? false,
    goTo(place) {
      shown?.goTo?.(place);
      return shown?.goTo !== undefined;
    },
    gestures: () => shown?.gestures ?? {},
    end: () => {
      clear();
      ahead.clear();
      content.replaceChildren();
    },
  };
}
