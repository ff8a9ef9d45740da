/**
 * Renames in the list or grid, for users with a mouse or keyboard. Enter and a press elsewhere save the new name, Escape cancels.
 * Touch and the preview use the dialog (name-dialog.view.tsx).
 */
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { splitExtension, validateName } from '#shared/drive/names.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { messageOf } from '#shared/error-message.ts';
import { nameProblemLabel } from '../toolbar/labels.ts';

/** Smallest width of the field: names in a grid are narrow, px. */
const LEAST_WIDTH = 224;
/** Distance from the edges of the window, px. */
const EDGE = 8;

/** The element that shows the name; null where it is not drawn, or on touch, where the field would be too small. */
export function drawnName(id: string): HTMLElement | null {
  if (!matchMedia('(pointer: fine) and (min-width: 48.0625rem)').matches) return null;
  const row = document.querySelector(`[data-listing]:not([data-listing="flow"]) [data-row="${CSS.escape(id)}"]`);
  const name = row?.querySelector<HTMLElement>('[data-name]') ?? null;
  const box = name?.getBoundingClientRect();
  return box && box.height > 0 && box.bottom > 0 && box.top < innerHeight ? name : null;
}

interface RenameInPlaceProps {
  row: DriveRow;
  name: HTMLElement;
  onSubmit: (name: string) => Promise<void>;
  /** By a key. */
  onClose: () => void;
  /** By a press elsewhere, which has the focus now. */
  onLeave: () => void;
}

export function RenameInPlace({ row, name: at, onSubmit, onClose, onLeave }: RenameInPlaceProps): ReactNode {
  const { t, text } = useT();
  const [name, setName] = useState(row.name);
  const [problem, setProblem] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isSending = useRef(false);
  const hasLeft = useRef(false);
  const problemId = useId();

  useLayoutEffect(() => {
    const over = box.current;
    if (!over) return;
    const place = () => {
      const { top, height } = at.getBoundingClientRect();
      // As wide as the longest name there, however short this one is.
      const { left, width } = (at.parentElement ?? at).getBoundingClientRect();
      const wide = Math.max(width, LEAST_WIDTH);
      const start = Math.min(
        Math.max(EDGE, left + (width - wide) / 2),
        document.documentElement.clientWidth - wide - EDGE,
      );
      over.style.left = `${(width < wide ? start : left) + scrollX}px`;
      over.style.top = `${top + height / 2 - (field.current?.offsetHeight ?? 0) / 2 + scrollY}px`;
      over.style.width = `${wide}px`;
    };
    // Browsers without popovers show it anyway.
    if ('showPopover' in over) over.showPopover();
    place();
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, [at]);

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(0, row.folder ? row.name.length : splitExtension(row.name).base.length);
  }, [row]);

  /** @param isLeaving  the focus is elsewhere already: an invalid name is discarded */
  async function send(isLeaving: boolean): Promise<void> {
    const wanted = name.trim();
    const end = () => (hasLeft.current ? onLeave() : onClose());
    hasLeft.current = isLeaving;
    if (isSending.current) return;
    if (wanted === row.name) return end();
    const validation = validateName(wanted);
    if (!validation.ok) return isLeaving ? onLeave() : setProblem(nameProblemLabel(validation.reason, wanted, { t }));
    isSending.current = true;
    try {
      await onSubmit(wanted);
      end();
    } catch (error) {
      isSending.current = false;
      setProblem(messageOf(error, text));
      field.current?.focus();
    }
  }

  return (
    <div
      ref={box}
      popover="manual"
      role="dialog"
      aria-label={t('drive.rename.title')}
      className="absolute inset-auto m-0 overflow-visible border-0 bg-transparent p-0"
    >
      <form
        noValidate
        className="grid gap-1"
        onSubmit={(event) => {
          event.preventDefault();
          void send(false);
        }}
      >
        <input
          ref={field}
          className="input min-h-9 w-full bg-raised px-2 py-1 shadow-md"
          aria-label={t('drive.rename.label')}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          value={name}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
          onKeyDown={(event: KeyboardEvent) => {
            // The key belongs to the field alone: it must not close an open panel.
            event.stopPropagation();
            if (event.key !== 'Escape') return;
            event.preventDefault();
            onClose();
          }}
          onBlur={() => {
            // Switching to another window saves nothing.
            if (!document.hasFocus()) return;
            if (problem === null) void send(true);
            else onLeave();
          }}
        />
        {problem === null ? null : (
          <p id={problemId} role="alert" className="rounded-md bg-raised px-3 py-2 text-sm text-danger shadow-md">
            {problem}
          </p>
        )}
      </form>
    </div>
  );
}
