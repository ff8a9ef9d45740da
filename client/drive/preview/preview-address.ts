/** Opens the viewer: for a file that the user opens, and for one that the address names after a page load or a step of the history. */
import { withTexts } from '#client/ui/later-texts.ts';
import { previewIdOf } from '#shared/navigation/preview.ts';
import type { DriveContext } from '../drive.context.ts';

export function watchPreview(drive: DriveContext, signal: AbortSignal): void {
  const { state, actions } = drive;
  const open = (id: string) =>
    void withTexts(import('./open-viewer.ts')).then(
      ({ openPreview }) => openPreview(drive, id),
      actions.toasts.showFailure,
    );
  const look = () => {
    const id = previewIdOf(location.search);
    const isOpen = document.documentElement.hasAttribute('data-viewer');
    if (id !== '' && !isOpen && state.place.value !== 'trash') open(id);
  };
  addEventListener('popstate', look, { signal });
  look();
  const stop = state.previewed.subscribe((id) => {
    if (id === '') return;
    state.previewed.value = '';
    open(id);
  });
  signal.addEventListener('abort', stop);
}
