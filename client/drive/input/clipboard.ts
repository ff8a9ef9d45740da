/**
 * The clipboard over a listing: pasted files of the device are uploaded into the open folder; rows that were copied or cut here are
 * copied or moved there. Copying marked text stays the browser's.
 */

import { pickedFromDrop } from '#client/transfer/upload/picked.ts';
import { shownPath } from '#shared/drive/shown-name.ts';
import { allowedActions } from '../drive.can.ts';
import type { DriveContext } from '../drive.context.ts';
import type { ClipboardContent } from '../drive.state.ts';
import { isTyping } from '../selection/listing-keys.ts';
import { targetRows } from './shortcuts.ts';

/** Line breaks differ between systems. */
function linesOf(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

/** The user marked text, and not by selecting rows. */
function hasMarkedText(): boolean {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.toString().trim() === '') return false;
  const { anchorNode } = selection;
  const element = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
  return !element?.closest('[data-listing]');
}

/** Rows to paste: of cut rows those that are not in this folder already. */
function pastedRows({ state }: DriveContext): ClipboardContent['rows'] {
  const { mode = 'copy', rows = [] } = state.clipboard.value ?? {};
  return mode === 'copy' ? rows : rows.filter(({ parentId }) => parentId !== state.folderId.value);
}

/** The clipboard holds rows that can be pasted into the open folder. */
export function canPaste(drive: DriveContext): boolean {
  return drive.state.place.value === 'all' && pastedRows(drive).length > 0;
}

/** Pastes the clipboard's rows into the open folder. */
export function pasteClipboard(drive: DriveContext): void {
  const { state, actions } = drive;
  const content = state.clipboard.value;
  if (!content) return;
  const rows = pastedRows(drive);
  actions.toasts.dismiss(content.toastId);
  const to = {
    id: state.folderId.value,
    name: shownPath(state.path.value, drive.translator()).at(-1)?.name ?? drive.translator().t('ui.sidebar.all_files'),
  };
  if (content.mode === 'move') state.clipboard.value = null;
  if (rows.length > 0) void (content.mode === 'copy' ? actions.change.copy(rows, to) : actions.change.move(rows, to));
}

/** Cancels a cut. @returns whether there was one */
function leaveCut({ state, actions }: DriveContext): boolean {
  const content = state.clipboard.value;
  if (content?.mode !== 'move') return false;
  actions.toasts.dismiss(content.toastId);
  state.clipboard.value = null;
  return true;
}

/** @param signal  stops it */
export function watchClipboard(drive: DriveContext, signal: AbortSignal): void {
  const { state, actions } = drive;
  const isElsewhere = (event: Event) =>
    event.defaultPrevented || state.dialog.value !== null || state.menu.value !== null || isTyping(event.target);

  function keep(event: ClipboardEvent, mode: ClipboardContent['mode']): void {
    if (isElsewhere(event) || hasMarkedText()) return;
    const rows = targetRows(drive);
    if (!allowedActions(state.place.value, rows, state.busy.value).includes(mode)) return;
    const text = rows.map(({ name }) => name).join('\n');
    if (state.clipboard.value) actions.toasts.dismiss(state.clipboard.value.toastId);
    const key = mode === 'move' ? 'drive.clipboard.cut' : 'drive.clipboard.copied';
    state.clipboard.value = { mode, rows, text, toastId: actions.toasts.show(drive.translator().tn(key, rows.length)) };
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  }

  function paste(event: ClipboardEvent): void {
    const data = event.clipboardData;
    if (isElsewhere(event) || !data) return;
    if (data.types.includes('Files')) {
      if (state.place.value === 'trash') return;
      event.preventDefault();
      pickedFromDrop(data).then(drive.upload, actions.toasts.showFailure);
      return;
    }
    const content = state.clipboard.value;
    if (!content || state.place.value !== 'all' || linesOf(data.getData('text/plain')) !== linesOf(content.text))
      return;
    event.preventDefault();
    pasteClipboard(drive);
  }

  addEventListener('copy', (event) => keep(event, 'copy'), { signal });
  addEventListener('cut', (event) => keep(event, 'move'), { signal });
  addEventListener('paste', paste, { signal });
  // Captured before the listing, which would clear its selection: one Escape cancels one thing.
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !isElsewhere(event) && leaveCut(drive)) event.preventDefault();
    },
    { signal, capture: true },
  );
}
