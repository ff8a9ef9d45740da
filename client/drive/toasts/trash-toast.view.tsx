/** Toast of a page without islands after files were trashed, with an undo form. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';

/** The last change, or the reason why it was refused. */
export type TrashDone =
  | { readonly kind: 'trashed'; readonly ids: readonly string[] }
  | { readonly kind: 'undone'; readonly count: number }
  | { readonly kind: 'refused'; readonly sentence: string };

export interface TrashToastProps {
  done: TrashDone | null;
  /** Address of the page: its forms post to it. */
  here: string;
}

export function TrashToast({ done, here }: TrashToastProps): ReactNode {
  const { t, tn } = useT();
  if (!done) return null;
  return (
    <div className="toasts" role="status">
      <div className="toast" data-done={done.kind}>
        <p className="min-w-40 flex-1 py-2 pe-2">
          {done.kind === 'trashed' ? tn('drive.storage.done.trashed', done.ids.length) : null}
          {done.kind === 'undone' ? tn('drive.storage.done.undone', done.count) : null}
          {done.kind === 'refused' ? done.sentence : null}
        </p>
        {done.kind === 'trashed' ? (
          <form method="post" action={here} data-guard>
            <input type="hidden" name="step" value="undo" />
            <input type="hidden" name="ids" value={done.ids.join(',')} />
            <Button type="submit" variant="plain" className="min-h-11">
              {t('drive.undo')}
            </Button>
          </form>
        ) : null}
      </div>
    </div>
  );
}
