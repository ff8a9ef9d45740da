/**
 * Short messages at the bottom of the page, each with at most two actions. The state decides when they appear and disappear.
 */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import { useT } from './i18n.tsx';

export interface ToastItem {
  id: string;
  text: string;
  /** The first is the most wanted one. */
  actions: readonly ToastAction[];
}

export interface ToastAction {
  label: string;
  run: () => void;
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
            {item.actions.map(({ label, run }) => (
              <Button key={label} variant="plain" size="sm" className="flex-none" onClick={run}>
                {label}
              </Button>
            ))}
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
