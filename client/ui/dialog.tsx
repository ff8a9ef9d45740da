/**
 * A modal question on the native dialog: focus stays inside, Escape closes, the page below is inert. For islands only; mount it after hydration.
 */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { Button, type ButtonProps, IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { useT } from './i18n.tsx';
import { openModal } from './open-modal.ts';

/** A question with a field starts in it, another with the first of its answers: the one that changes nothing. */
const FIRST_FIELD = 'input:not([type="hidden"], :disabled), textarea:not(:disabled), select:not(:disabled)';
/** A question whose first act is no answer in its footer. */
const START = '[data-start]';
/** The first act with a result that has replaced a form. */
const NEXT = '[data-next]';
const FIRST_ANSWER = '[data-answers] :is(button:not(:disabled), a)';

export interface DialogProps {
  title: string;
  /** Called on Escape, on the close button and on a press outside. */
  onClose: () => void;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Dialog({ title, onClose, footer, children, className }: DialogProps): ReactNode {
  const { t } = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const focused = useRef<Element | null>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    openModal(dialog);
    const first = [START, FIRST_FIELD, FIRST_ANSWER].map((one) => dialog.querySelector<HTMLElement>(one));
    first.find((found) => found !== null)?.focus();
  }, []);

  // A form is replaced by its result, and the focus is lost: without this the next Tab starts at the page below.
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || focused.current?.isConnected !== false || document.activeElement !== document.body) return;
    const next = [NEXT, START, FIRST_FIELD, FIRST_ANSWER].map((one) => dialog.querySelector<HTMLElement>(one));
    next.find((found) => found !== null)?.focus();
  });

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own key; the press outside is an extra for pointers
    <dialog
      ref={ref}
      className={classes('dialog', className)}
      aria-labelledby={titleId}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="grid gap-4 p-5 sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} title={title} className="line-clamp-2 pt-1.5 text-lg wrap-anywhere">
            {title}
          </h2>
          <IconButton
            label={t('ui.close')}
            icon={<X size={20} aria-hidden="true" />}
            onClick={onClose}
            className="-me-2"
          />
        </div>
        <div>{children}</div>
        {footer ? (
          <div data-answers className="dialog-answers">
            {footer}
          </div>
        ) : null}
      </div>
    </dialog>
  );
}

/** Footer of a question: Cancel, and the button that answers it. */
export function Answers({ onCancel, ...answer }: ButtonProps & { onCancel: () => void }): ReactNode {
  const { t } = useT();
  return (
    <>
      <Button onClick={onCancel}>{t('drive.cancel')}</Button>
      <Button variant="primary" {...answer} />
    </>
  );
}
