/** Draws lists of uploads after their changes, but not after each: hundreds of files a second would draw them as often. */
import type { ReadonlySignal } from '@preact/signals-react';
import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import type { UploadList } from '#client/transfer/upload/upload-list.state.ts';
import type { TaskLine } from '#shared/drive/fetch/task-row.ts';
import { withoutOwn } from './shown-transfers.ts';

/** A press is answered within this time; a first change is drawn at once. */
const DRAW_MS = 100;

/** Runs after changes of a signal, at most every DRAW_MS. @returns ends it */
function afterChanges(version: ReadonlySignal<number>, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let ranMs = Number.NEGATIVE_INFINITY;
  const stop = version.subscribe(() => {
    timer ??= setTimeout(
      () => {
        timer = null;
        ranMs = performance.now();
        run();
      },
      Math.max(0, ranMs + DRAW_MS - performance.now()),
    );
  });
  return () => {
    stop();
    if (timer) clearTimeout(timer);
  };
}

/** The component reads what it shows by `peek`. @param version  another value after each change */
export function usePaced(version: ReadonlySignal<number>): void {
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0);
  useEffect(() => afterChanges(version, draw), [version]);
}

/** Tasks without those of the uploads here. Draws only when another task is left out. @param uploads  null until they are loaded */
export function useWithoutOwn(tasks: readonly TaskLine[], uploads: UploadList | null): readonly TaskLine[] {
  const [shown, setShown] = useState(tasks);
  useLayoutEffect(() => {
    const look = () => {
      const next = uploads ? withoutOwn(tasks, uploads) : tasks;
      setShown((before) =>
        before.length === next.length && before.every((task, at) => task === next[at]) ? before : next,
      );
    };
    look();
    return uploads ? afterChanges(uploads.version, look) : undefined;
  }, [tasks, uploads]);
  return shown;
}
