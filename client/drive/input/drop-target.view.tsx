/** Takes files and folders dropped anywhere on the page, and shows the folder they go to. */
import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { type PickedEntry, pickedFromDrop } from '#client/transfer/upload/picked.ts';
import { useT } from '#client/ui/i18n.tsx';

export interface DropTargetProps {
  folderName: string;
  onDrop: (picked: readonly PickedEntry[]) => void;
  onError: (error: unknown) => void;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

export function DropTarget({ folderName, onDrop, onError }: DropTargetProps): ReactNode {
  const { t } = useT();
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    // Enter and leave events arrive for each element under the pointer: the drag has left when their counts are
    // equal.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      pickedFromDrop(event.dataTransfer).then(onDrop, onError);
    };
    const control = new AbortController();
    const { signal } = control;
    addEventListener('dragenter', enter, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('dragover', over, { signal });
    addEventListener('drop', drop, { signal });
    return () => control.abort();
  }, [onDrop, onError]);

  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-2 z-50 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/80">
      <p className="flex items-center gap-3 rounded-md bg-raised px-5 py-3 font-semibold shadow-md">
        <Upload size={22} aria-hidden="true" />
        {t('drive.drop.here', { name: folderName })}
      </p>
    </div>
  );
}
