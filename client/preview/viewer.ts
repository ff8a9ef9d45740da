/**
 * The viewer: a dialog over the page that shows one file and walks through its folder. Loaded at first use, by drive pages and by
 * pages of shares. Works on elements, so that neither page loads a framework for it.
 */

import { openModal } from '#client/ui/open-modal.ts';
import { isPopoverOpen } from '#client/ui/popover.ts';
import { type PreviewAddress, watchAddress } from './address.ts';
import { type DetailsPanel, makeDetails } from './details.ts';
import { changeButton, iconButton, make } from './element.ts';
import { watchGestures } from './gestures.ts';
import { kindOf } from './kinds.rules.ts';
import { makeNotes, type Notes } from './notes.ts';
import type { PreviewHost, PreviewItem } from './preview-types.ts';
import { makeSlideshow, type Slideshow } from './slideshow.ts';
import { makeStage, type Stage } from './stage.ts';
import { loadStyles } from './styles.ts';
import { growFrom, shrinkTo } from './zoom.ts';

/** Files left before the end of the loaded ones when the next page is loaded. */
const MORE_BEFORE = 5;

export interface Viewer {
  close(): void;
}

export interface OpenOptions {
  readonly id: string;
  /** The page was opened with the file in its address. */
  readonly isInAddress: boolean;
}

/** Parts of the open viewer that its functions share. */
interface Session {
  readonly host: PreviewHost;
  readonly dialog: HTMLDialogElement;
  readonly parts: ReturnType<typeof makeFrame>;
  readonly details: DetailsPanel;
  readonly notes: Notes;
  readonly stage: Stage;
  readonly slideshow: Slideshow;
  readonly control: AbortController;
  readonly address: PreviewAddress;
  item: PreviewItem | null;
}

let current: (Viewer & { show(id: string): void }) | null = null;

/** Toolbar, stage and buttons. */
function makeFrame(host: PreviewHost) {
  const { t } = host.translator;
  const name = make('h2', { class: 'viewer-name' });
  const position = make('p', { class: 'viewer-position', 'aria-live': 'polite' });
  const tools = make('div', { class: 'viewer-tools', role: 'group', 'aria-label': t('preview.tools') });
  const general = make('div', { class: 'viewer-general' });
  const head = make('div', { class: 'viewer-bar' }, make('div', { class: 'viewer-title' }, name, position), general);
  const less = make('div', { class: 'viewer-less' });
  const content = make('div', { class: 'viewer-content' });
  const main = make('div', { class: 'viewer-main' }, content);
  const body = make('div', { class: 'viewer-body' }, head, less, main, tools);
  return { name, position, tools, less, general, head, content, main, body };
}

function indexOf({ host, item }: Session): number {
  return item ? host.items().findIndex(({ id }) => id === item.id) : -1;
}

function drawPosition(session: Session): void {
  const { host, parts, item } = session;
  const { t } = host.translator;
  parts.body.toggleAttribute('data-empty', item === null);
  parts.name.hidden = item === null;
  parts.name.textContent = item?.name ?? '';
  parts.name.title = item?.name ?? '';
  const [index, count] = [indexOf(session), host.items().length];
  const numbers = { index: host.format.number(index + 1), count: host.format.number(count) };
  parts.position.textContent =
    index < 0 ? '' : t(host.hasMore() ? 'preview.position_more' : 'preview.position', numbers);
  for (const [step, button] of [...parts.main.querySelectorAll<HTMLButtonElement>('[data-step]')].entries())
    button.disabled = index < 0 || (step === 0 ? index === 0 : index >= count - 1 && !host.hasMore());
}

async function show(session: Session, item: PreviewItem, isMoved = true): Promise<void> {
  const { host, stage, details } = session;
  session.item = item;
  if (isMoved) session.address.move(item.id);
  drawPosition(session);
  details.change(item, null);
  host.opened(item);
  const isPictureDark = ['picture', 'video', 'audio'].includes(kindOf(item).kind);
  session.parts.body.toggleAttribute('data-dark', isPictureDark);
  const play = session.parts.general.querySelector<HTMLElement>('[data-slideshow]');
  if (play) play.hidden = kindOf(item).kind !== 'picture';
  await stage.show(item);
  if (session.item?.id !== item.id) return;
  session.slideshow.shown();
  if (host.hasMore() && indexOf(session) >= host.items().length - MORE_BEFORE) {
    await host.more();
    drawPosition(session);
  }
}

/** @returns whether there is such a file */
function go(session: Session, step: number): boolean {
  const { host } = session;
  if (session.stage.step(step)) return true;
  const index = indexOf(session);
  const next = index < 0 ? undefined : host.items()[index + step];
  if (next) {
    void show(session, next);
    return true;
  }
  if (index < 0 || step < 0 || !host.hasMore()) return false;
  void host.more().then(() => {
    const found = host.items()[index + step];
    if (found && !session.control.signal.aborted) void show(session, found);
  });
  return true;
}

/** The next picture of the folder, for the slideshow. */
function nextPicture(session: Session): boolean {
  const items = session.host.items();
  const next = items.slice(indexOf(session) + 1).find((item) => kindOf(item).kind === 'picture');
  if (next) void show(session, next);
  return next !== undefined || session.host.hasMore();
}

async function showById(session: Session, id: string, isMoved: boolean): Promise<void> {
  const { host, stage } = session;
  try {
    const known = host.items().find((item) => item.id === id) ?? (await host.find(id));
    if (session.control.signal.aborted) return;
    if (known) await show(session, known, isMoved);
    else stage.showGone();
  } catch (error) {
    stage.showFailure(error, () => void showById(session, id, isMoved));
  }
}

/** Keys of the whole viewer; those of the shown file come first. */
function answerKey(session: Session, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest('textarea, input, select')) return false;
  if ([...session.dialog.querySelectorAll('[popover]')].some(isPopoverOpen)) return false;
  if (session.stage.onKey(event)) return true;
  const last = session.host.items().length - 1;
  const index = indexOf(session);
  switch (event.key) {
    case 'ArrowLeft':
    case 'PageUp':
      return go(session, -1);
    case 'ArrowRight':
    case 'PageDown':
      return go(session, 1);
    case 'Home':
      return session.stage.step(Number.NEGATIVE_INFINITY) || go(session, -index);
    case 'End':
      return session.stage.step(Number.POSITIVE_INFINITY) || go(session, last - index);
    case 'f':
      toggleFullScreen(session);
      return true;
    case 'i':
      session.details.toggle(!session.details.isOpen());
      return true;
    default:
      return false;
  }
}

function toggleFullScreen({ parts }: Session): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  else void parts.body.requestFullscreen?.().catch(() => undefined);
}

function addButtons(session: Session, close: () => void): void {
  const { host, parts, details, slideshow } = session;
  const { t } = host.translator;
  const withItem = (run: (item: PreviewItem) => void) => () => {
    if (session.item) run(session.item);
  };
  const play = iconButton({
    sign: 'play',
    label: t('preview.slideshow'),
    onPress: slideshow.toggle,
    attributes: { 'data-slideshow': true, 'aria-pressed': 'false' },
  });
  const info = iconButton({
    sign: 'info',
    label: t('preview.details'),
    onPress: () => details.toggle(!details.isOpen()),
    attributes: { 'aria-expanded': 'false', 'data-info': true },
  });
  const full = iconButton({
    sign: 'maximize',
    label: t('preview.full_screen'),
    onPress: () => toggleFullScreen(session),
    attributes: { class: 'viewer-button viewer-wide' },
  });
  document.addEventListener(
    'fullscreenchange',
    () => {
      if (document.fullscreenElement) changeButton(full, 'minimize', t('preview.full_screen_end'));
      else changeButton(full, 'maximize', t('preview.full_screen'));
    },
    { signal: session.control.signal },
  );
  const { share, copyLink } = host;
  const canFill = document.fullscreenEnabled === true;
  parts.general.append(
    play,
    iconButton({ sign: 'download', label: t('preview.download'), onPress: withItem((item) => host.download(item)) }),
    ...(copyLink
      ? [
          iconButton({
            sign: 'link',
            label: t('preview.copy_link'),
            onPress: withItem((item) => session.notes.answer(copyLink(item))),
          }),
        ]
      : []),
    ...(share
      ? [
          iconButton({
            sign: 'share',
            label: t('preview.share'),
            onPress: withItem((item) => share(item)),
            attributes: { class: 'viewer-button viewer-wide' },
          }),
        ]
      : []),
    info,
    ...(canFill ? [full] : []),
    iconButton({ sign: 'close', label: t('preview.close'), onPress: close, attributes: { 'data-close': true } }),
  );
  const step = (by: 1 | -1) =>
    iconButton({
      sign: by < 0 ? 'previous' : 'next',
      label: t(by < 0 ? 'preview.previous' : 'preview.next'),
      onPress: () => {
        slideshow.stop();
        go(session, by);
      },
      attributes: { class: 'viewer-button viewer-step', 'data-step': by },
    });
  parts.main.append(step(-1), step(1), details.element);
}

/** Opens the viewer, or shows another file in the one that is open. */
export function openViewer(host: PreviewHost, { id, isInAddress }: OpenOptions): Viewer {
  // The second press of a double click asks again before the first file is there.
  if (current) {
    current.show(id);
    return current;
  }
  loadStyles();
  const { t } = host.translator;
  const control = new AbortController();
  const parts = makeFrame(host);
  const dialog = make('dialog', { class: 'viewer', 'aria-label': t('preview.viewer'), tabindex: -1 }, parts.body);
  const notes = makeNotes(parts.main);
  const address = watchAddress(id, isInAddress, (next) => {
    if (next === '') end();
    else if (next !== session.item?.id || !session.stage.goTo(address.inner.place()))
      void showById(session, next, false);
  });
  const session: Session = {
    host,
    dialog,
    parts,
    control,
    address,
    item: null,
    notes,
    details: makeDetails(host, (isOpen) => {
      parts.body.toggleAttribute('data-details', isOpen);
      parts.general.querySelector('[data-info]')?.setAttribute('aria-expanded', String(isOpen));
    }),
    slideshow: makeSlideshow(
      () => nextPicture(session),
      (isRunning) => {
        const button = parts.general.querySelector<HTMLButtonElement>('[data-slideshow]');
        button?.setAttribute('aria-pressed', String(isRunning));
        if (button)
          changeButton(
            button,
            isRunning ? 'pause' : 'play',
            t(isRunning ? 'preview.slideshow_stop' : 'preview.slideshow'),
          );
      },
    ),
    stage: makeStage({
      host,
      notes,
      content: parts.content,
      tools: parts.tools,
      less: parts.less,
      inner: address.inner,
      go: (step) => go(session, step),
      showItem: (next) => void showById(session, next, true),
      onShown: (item, shown) => session.details.change(item, shown),
    }),
  };

  /** Ends the viewer. The entry of the history is left separately. */
  function end(): void {
    if (control.signal.aborted) return;
    control.abort();
    current = null;
    session.slideshow.stop();
    if (session.item) shrinkTo(host.place(session.item), parts.content);
    session.stage.end();
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    dialog.close();
    dialog.remove();
    host.closed(session.item);
  }

  function close(): void {
    end();
    address.leave();
  }

  addButtons(session, close);
  drawPosition(session);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    if (session.details.isOpen()) session.details.toggle(false);
    else if (!session.stage.back()) close();
  });
  // A browser may close it without asking.
  dialog.addEventListener('close', close);
  dialog.addEventListener('keydown', (event) => {
    // No key of the viewer acts on the list below.
    event.stopPropagation();
    if (answerKey(session, event)) event.preventDefault();
  });
  watchGestures(
    parts.content,
    () => ({ ...session.stage.gestures(), onSwipe: (step) => void go(session, step), onPullDown: close }),
    control.signal,
  );
  control.signal.addEventListener('abort', host.events.on('player-mount', session.slideshow.stop));
  for (const name of ['close-video-player', 'close-picture-player'] as const) {
    const off = host.events.on(name, close);
    control.signal.addEventListener('abort', off);
  }
  document.body.append(dialog);
  openModal(dialog);
  dialog.focus({ preventScroll: true });
  const listed = isInAddress ? undefined : host.items().find((item) => item.id === id);
  if (listed) growFrom(host.place(listed), parts.body);
  void showById(session, id, false);
  current = {
    close,
    show: (next) => {
      if (next !== session.item?.id) void showById(session, next, true);
    },
  };
  return current;
}
