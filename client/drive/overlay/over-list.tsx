/**
 * The first part over the list: listeners of presses, keys and dropped files, and the toasts. Menus, dialogs and
 * transfers (overlay.tsx) load later. It asks which rows are shared without waiting for a touch: another device may have shared them.
 */
import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect } from 'react';
import { Toasts } from '#client/ui/toast.tsx';
import type { DriveContext } from '../drive.context.ts';
import { watchDragging, watchFileDrops } from '../input/drag.ts';
import { watchBrowsing } from '../input/interactions.ts';
import { watchMarks } from '../live/shared-marks.ts';
import { watchNamedActions } from '../named-actions/named-action-links.ts';
import { WaitLine } from '../toasts/retry-line.view.tsx';
import { useOverlay } from './overlay-wanted.ts';

const loadSign = () => import('../listing/shared-sign.view.tsx').then(({ SharedSign }) => SharedSign);

export function OverList({ drive }: { drive: DriveContext }): ReactNode {
  const { state, actions } = drive;
  const Overlay = useOverlay(drive);
  // In the same step as the toasts are drawn: what the page shows answers.
  useLayoutEffect(() => watchDragging(drive), [drive]);
  useLayoutEffect(() => watchFileDrops(drive), [drive]);
  useLayoutEffect(() => watchBrowsing(drive), [drive]);
  useLayoutEffect(() => watchNamedActions(drive), [drive]);
  useEffect(() => watchMarks({ state: drive.state, browser: drive.browser, ask: drive.askMarks, loadSign }), [drive]);
  return (
    <>
      {Overlay ? <Overlay drive={drive} /> : null}
      <div className={toastsFoot(drive)}>
        <Toasts items={state.toasts.value} onDismiss={actions.toasts.dismiss}>
          {state.waiting.value ? <WaitLine key={state.waiting.value.id} waiting={state.waiting.value} /> : null}
        </Toasts>
      </div>
    </>
  );
}

/** On a phone toasts are above the upload button, the selection's bar and the transfers. */
function toastsFoot({ state }: DriveContext): string {
  return state.selection.value.ids.size > 0
    ? 'max-md:[&>.toasts]:bottom-[calc(8rem+var(--transfers,0px))]'
    : 'max-md:[&>.toasts]:bottom-[calc(5rem+var(--transfers,0px))]';
}
