/** Renames several files by one pattern, with a preview. Loaded at first use. */
import { ArrowRight, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { ApiError } from '#client/api/errors.ts';
import { Notice } from '#client/ui/controls.tsx';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import {
  DEFAULT_SEPARATOR,
  MAX_DIGITS,
  MAX_START,
  type NewName,
  NO_PATTERN,
  type RenamePattern,
  type RenameProblem,
  renamed,
} from '#shared/drive/rename-pattern.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { messageOf } from '#shared/error-message.ts';
import { nameProblemLabel } from '../toolbar/labels.ts';

export interface RenameDialogProps {
  /** In the order they are numbered. */
  rows: readonly DriveRow[];
  /** The loaded rows beside them. */
  others: readonly DriveRow[];
  /** @throws ApiError */
  onSubmit: (names: readonly NewName[]) => Promise<void>;
  onClose: () => void;
}

/** Most lines of the preview; beyond that, names with a problem come first. */
const SHOWN = 100;

/** Id of the file that the server refused to rename; '' where the error has none. */
function refusedId(error: unknown): string {
  const details: unknown = error instanceof ApiError ? error.received.error_details : null;
  for (const entry of Array.isArray(details) ? (details as readonly unknown[]) : []) {
    const { metadata } = entry as { metadata?: { id?: unknown } };
    if (typeof metadata?.id === 'string') return metadata.id;
  }
  return '';
}

function wholeOf(text: string, least: number, most: number): number {
  const number = Math.trunc(Number(text));
  return Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : least;
}

/** State of the form: the pattern, and the names it gives. */
function useRenameForm({ rows, others, onSubmit, onClose }: RenameDialogProps) {
  const { t, text } = useT();
  const [pattern, setPattern] = useState<RenamePattern>(NO_PATTERN);
  const [numbers, setNumbers] = useState({ isOn: false, start: '1', digits: '2', separator: DEFAULT_SEPARATOR });
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const wanted: RenamePattern = {
    ...pattern,
    numbering: numbers.isOn
      ? {
          start: wholeOf(numbers.start, 0, MAX_START),
          digits: wholeOf(numbers.digits, 1, MAX_DIGITS),
          separator: numbers.separator,
        }
      : null,
  };
  // Deferred: typing stays fast with thousands of names.
  const key = useDeferredValue(JSON.stringify(wanted));
  const names = useMemo(() => renamed(rows, JSON.parse(key) as RenamePattern, others), [rows, key, others]);

  function change(part: Partial<RenamePattern>): void {
    setPattern((before) => ({ ...before, ...part }));
    setProblem(null);
  }

  async function send(): Promise<void> {
    const sent = renamed(rows, wanted, others);
    if (isBusy || sent.some((name) => name.problem !== null)) return;
    if (sent.every((name) => name.from === name.to)) return onClose();
    setBusy(true);
    setProblem(null);
    try {
      await onSubmit(sent);
      onClose();
    } catch (error) {
      const refused = sent.find(({ id }) => id === refusedId(error));
      const isTaken = error instanceof ApiError && error.errorName === 'file_duplicated_name';
      setProblem(refused && isTaken ? t('drive.many.taken', { name: refused.to }) : messageOf(error, text));
      setBusy(false);
    }
  }

  return { pattern, numbers, setNumbers, names, problem, isBusy, change, send };
}

export function RenameDialog({ rows, others, onSubmit, onClose }: RenameDialogProps): ReactNode {
  const { t, tn } = useT();
  const formId = useId();
  const form = useRenameForm({ rows, others, onSubmit, onClose });
  const { names, pattern, numbers, problem, isBusy, change, setNumbers } = form;
  const bad = names.filter((name) => name.problem !== null).length;
  const changed = names.filter((name) => name.from !== name.to).length;

  const field = (name: 'find' | 'replace' | 'prefix' | 'suffix', label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      value={pattern[name]}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  const number = (name: 'start' | 'digits', label: string, most: number) => (
    <TextField
      type="number"
      label={label}
      value={numbers[name]}
      min={name === 'start' ? 0 : 1}
      max={most}
      inputMode="numeric"
      onChange={(event) => setNumbers({ ...numbers, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Dialog
      title={tn('drive.many.title', rows.length)}
      onClose={onClose}
      className="sm:w-[min(46rem,calc(100vw-2rem))]"
      footer={
        <>
          <p role="status" className="me-auto self-center text-sm text-muted max-sm:w-full">
            {bad > 0 ? (
              <span className="text-danger">{tn('drive.many.problems', bad)}</span>
            ) : (
              tn('drive.many.changes', changed)
            )}
          </p>
          <Answers onCancel={onClose} type="submit" form={formId} busy={isBusy} disabled={bad > 0 || changed === 0}>
            {t('drive.rename.submit')}
          </Answers>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void form.send();
        }}
      >
        <div className="grid grid-cols-2 items-start gap-3 sm:gap-4">
          {field('find', t('drive.many.find'))}
          {field(
            'replace',
            t('drive.many.replace'),
            pattern.find === '' ? t('drive.many.hint', { field: t('drive.many.find') }) : undefined,
          )}
          {field('prefix', t('drive.many.prefix'))}
          {field('suffix', t('drive.many.suffix'))}
        </div>
        <div className="flex flex-wrap gap-x-8">
          <Tick
            label={t('drive.many.number')}
            checked={numbers.isOn}
            onChange={(isOn) => setNumbers({ ...numbers, isOn })}
          />
          <Tick
            label={t('drive.many.extension')}
            checked={pattern.keepExtension}
            onChange={(keepExtension) => change({ keepExtension })}
          />
        </div>
        {numbers.isOn ? (
          <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 sm:gap-4">
            <TextField
              label={t('drive.many.separator')}
              value={numbers.separator}
              maxLength={10}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setNumbers({ ...numbers, separator: event.currentTarget.value })}
            />
            {number('start', t('drive.many.start'), MAX_START)}
            {number('digits', t('drive.many.digits'), MAX_DIGITS)}
          </div>
        ) : null}
        {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
        {/* Enter in a field sends the form, with the button outside it. */}
        <Preview names={names} />
      </form>
    </Dialog>
  );
}

function Tick({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (isOn: boolean) => void;
}): ReactNode {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        className="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

function Preview({ names }: { names: readonly NewName[] }): ReactNode {
  const { t, tn } = useT();
  const headId = useId();
  const problemLabel = (problem: RenameProblem, to: string) =>
    problem === 'equal' ? t('drive.many.equal') : nameProblemLabel(problem, to, { t });
  const shown =
    names.length <= SHOWN
      ? names
      : [...names.filter(({ problem }) => problem), ...names.filter(({ problem }) => !problem)].slice(0, SHOWN);
  return (
    <section aria-labelledby={headId}>
      <h3 id={headId} className="mb-2 text-sm font-semibold">
        {t('drive.many.preview')}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <ul tabIndex={0} className="max-h-40 overflow-y-auto sm:max-h-56 rounded-md border border-line bg-sunken text-sm">
        {shown.map(({ id, from, to, problem }) => (
          <li
            key={id}
            className="grid gap-x-2 border-t border-line px-3 py-2 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_1rem_minmax(0,1fr)]"
          >
            <span className="text-muted wrap-anywhere">{from}</span>
            <ArrowRight size={16} className="mt-0.5 text-muted max-sm:hidden" aria-hidden="true" />
            <span className="wrap-anywhere">
              {from === to ? (
                <span className="text-muted">{t('drive.many.same')}</span>
              ) : (
                <>
                  <span className="sr-only">{t('drive.many.becomes')} </span>
                  {to}
                </>
              )}
              {problem ? (
                <span className="mt-0.5 flex gap-1.5 text-xs text-danger">
                  <CircleAlert size={16} className="flex-none" aria-hidden="true" />
                  {problemLabel(problem, to)}
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {names.length > SHOWN ? (
        <p className="mt-2 text-xs text-muted">{tn('drive.many.hidden', names.length - SHOWN)}</p>
      ) : null}
    </section>
  );
}
