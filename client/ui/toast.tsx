/**
 * Short messages at the bottom of the page, each with at most one action. The state decides when they appear and disappear.
 */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import { useT } from './i18n.tsx';

export interface ToastItem {
  id: string;
  text: string;
  action?: { label: string; run: () => void };
}

/** Stays mounted while empty: a live region must exist before its messages. */
export function Toasts({
  items,
  onDismiss,
  children,
}: {
  items: readonly ToastItem[];
  onDismiss: (id: string) => void;
  /** Messages of another owner, above the others. */
  children?: ReactNode;
}): ReactNode {
  const { t } = useT();
  return (
    <div className="toasts" role="status" aria-live="polite">
      {children}
      {items.map((item) => (
        <div key={item.id} className="toast">
          <span className="min-w-36 flex-1 py-1.5">{item.text}</span>
          {/* Where both do not fit beside the text, both stand below it. */}
          <div className="flex flex-none items-center gap-3">
            {item.action ? (
              <Button variant="plain" size="sm" className="flex-none" onClick={item.action.run}>
                {item.action.label}
              </Button>
            ) : null}
            <IconButton
              label={t('ui.close')}
              icon={<X size={18} aria-hidden="true" />}
              onClick={() => onDismiss(item.id)}
            />
          </div>
        </div>
      ))}
    </div>
  );
}
