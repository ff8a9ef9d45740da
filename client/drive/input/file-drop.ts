/**
 * Files and folders of the device, dropped anywhere on the page: onto a folder of the list, a step of the path or “All files” they go
 * there, elsewhere into the open folder. The target is marked, and named beside the pointer.
 */
import type { PickedEntry } from '#client/transfer/upload/picked.ts';
import { shownPath } from '#shared/drive/shown-name.ts';
import type { DriveContext } from '../drive.context.ts';
import { makeFolderOpener, markTarget, type Point, targetAt } from './drag-target.ts';

/** From the pointer to the name of the target. */
const LABEL_OFFSET_PX = 14;

interface FileTarget {
  /** Null: the whole page stands for the open folder. */
  readonly element: HTMLElement | null;
  readonly id: string;
  readonly name: string;
}

/** Null where nothing can be dropped: the trash, and places that are no folder. */
function fileTargetAt(drive: DriveContext, at: Point): FileTarget | null {
  const { state } = drive;
  const place = state.place.value;
  const found = targetAt(drive, at);
  const root = drive.translator().t('ui.sidebar.all_files');
  if (found?.target.kind === 'place')
    return found.target.place === 'all' ? { element: found.element, id: '', name: root } : null;
  if (place === 'trash') return null;
  if (found) return { element: found.element, id: found.target.id, name: found.target.name };
  if (place !== 'all') return { element: null, id: '', name: root };
  const here = shownPath(state.path.value, drive.translator()).at(-1);
  return { element: null, id: here?.id ?? '', name: here?.name ?? root };
}

export interface FileDrops {
  /** The files are above this point. @returns whether a release there uploads them */
  over(at: Point): boolean;
  drop(picked: Promise<readonly PickedEntry[]>, at: Point): void;
  /** They have left the page. */
  end(): void;
}

export function makeFileDrops(drive: DriveContext): FileDrops {
  const { state, actions } = drive;
  const opener = makeFolderOpener(drive);
  let label: HTMLElement | null = null;

  function end(): void {
    if (!label) return;
    label.remove();
    label = null;
    opener.stop();
    markTarget(null);
    delete document.documentElement.dataset['dragging'];
    state.dragging.value = false;
  }

  function begin(): HTMLElement {
    const made = document.createElement('div');
    made.className = 'drag-ghost';
    made.ariaHidden = 'true';
    document.body.append(made);
    document.documentElement.dataset['dragging'] = '';
    state.dragging.value = true;
    return made;
  }

  function show({ x, y }: Point, target: FileTarget | null): void {
    label ??= begin();
    markTarget(target && (target.element ?? document.getElementById('main')));
    label.hidden = target === null;
    label.textContent = target && drive.translator().t('drive.drop.here', { name: target.name });
    const left = x < innerWidth / 2 ? `${x + LABEL_OFFSET_PX}px` : `calc(${x - LABEL_OFFSET_PX}px - 100%)`;
    label.style.transform = `translate(${left}, ${y + LABEL_OFFSET_PX}px)`;
  }

  return {
    over(at) {
      const target = fileTargetAt(drive, at);
      opener.passOver(at);
      show(at, target);
      return target !== null;
    },
    drop(picked, at) {
      const target = fileTargetAt(drive, at);
      end();
      state.folders.value = null;
      if (target) picked.then((found) => drive.uploads.add(found, target.id), actions.toasts.showFailure);
    },
    end,
  };
}
