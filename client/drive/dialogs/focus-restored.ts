/** The focus after a dialog. */
import { useLayoutEffect } from 'react';

/** Restores the focus when the dialog closes. Runs before the dialog's own effect moves the focus into it. */
export function useFocusRestored(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
          before.focus();
      });
    };
  }, [isOpen]);
}
