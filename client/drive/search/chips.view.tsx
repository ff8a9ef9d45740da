/**
 * Filters of a search: each typed operator as a chip that a press removes, and fields that add one. They change the text of the search,
 * so that both always mean the same. A value that means nothing is named at its chip. Loaded with the first search.
 */
import { ChevronDown, CircleAlert, Folder, Search, SendHorizontal, Star, Users, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { type MenuPlace, MenuSheet } from '#client/ui/menu-sheet.tsx';
import { KINDS } from '#shared/drive/kinds.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Operator } from '#shared/find/operators.ts';
import {
  type CalendarDay,
  dayOf,
  parseQuery,
  type QueryToken,
  replaceToken,
  sizeOf,
  tokenText,
} from '#shared/find/query.ts';
import { DAY_MS } from '#shared/units.ts';
import type { DriveContext } from '../drive.context.ts';
import { KIND_LABELS } from '../toolbar/labels.ts';
import { SEARCH_ID } from './search.view.tsx';

export interface ChipsProps {
  drive: DriveContext;
}

const SIZES = ['1MB', '10MB', '100MB', '1GB'] as const;
const DAYS = [7, 30] as const;

/** In the place of a value that is not typed yet. */
const ANY = '…';

const PROBLEMS = {
  empty: 'drive.search.problem.empty',
  type: 'drive.search.problem.type',
  date: 'drive.search.problem.date',
  size: 'drive.search.problem.size',
  is: 'drive.search.problem.is',
} as const;

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const dayText = (at: Date): string => `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
/** Noon: the same day in each zone of this device. */
const noonOf = ({ year, month, day }: CalendarDay): number => new Date(year, month - 1, day, 12).getTime();

function useChipLabel(): (token: QueryToken) => string {
  const { t } = useT();
  const format = useFormat();
  return ({ operator, value, problem }) => {
    if (problem) return `${operator}:${value}`;
    const [meant] = parseQuery(tokenText('type', value)).filters.kinds;
    const kind = KIND_LABELS.find((one) => one.kind === meant);
    const day = dayOf(value);
    const labels: Readonly<Record<Operator, () => string>> = {
      type: () => (kind ? t(kind.key) : value.replace(/^\./, '').toUpperCase()),
      before: () => t('drive.search.before', { date: day ? format.date(noonOf(day)) : value }),
      after: () => t('drive.search.after', { date: day ? format.date(noonOf(day)) : value }),
      larger: () => t('drive.search.larger', { size: format.bytes(sizeOf(value) ?? 0) }),
      smaller: () => t('drive.search.smaller', { size: format.bytes(sizeOf(value) ?? 0) }),
      in: () => t('drive.search.in', { name: value }),
      from: () => t('drive.search.from', { name: value }),
      is: () => (/^star/i.test(value) ? t('ui.sidebar.starred') : t('drive.search.shared')),
    };
    return labels[operator]();
  };
}

/** The focus after a change: the chip that it made, or the one in the place of the one it removed. */
function useChangeFocus(query: string) {
  const row = useRef<HTMLElement>(null);
  const next = useRef<number | null>(null);
  useEffect(() => {
    const at = next.current;
    next.current = null;
    if (at === null || query === '') return;
    const chips = [...(row.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])];
    (chips[Math.min(at, chips.length - 1)] ?? row.current?.querySelector<HTMLElement>('button'))?.focus();
  }, [query]);
  return { row, next };
}

export function SearchChips({ drive: { state, actions } }: ChipsProps): ReactNode {
  const [query, nowMs, search] = [state.query.value, state.serverTimeMs.value, actions.listing.search];
  const { t, tn } = useT();
  const format = useFormat();
  const labelOf = useChipLabel();
  const { row, next } = useChangeFocus(query);
  const { tokens, filters } = parseQuery(query);
  const problems = [...new Set(tokens.flatMap(({ problem }) => problem ?? []))];
  const has = (...operators: readonly Operator[]) => tokens.some(({ operator }) => operators.includes(operator));
  const add = (operator: Operator, value: string) => {
    next.current = tokens.length;
    search(`${query.trim()} ${tokenText(operator, value)}`.trim());
  };
  const remove = (token: QueryToken, index: number) => {
    next.current = index;
    const left = replaceToken(query, token);
    // The row goes with the search.
    if (left === '') document.getElementById(SEARCH_ID)?.focus();
    search(left);
  };
  const since = (days: number) => dayText(new Date(nowMs - days * DAY_MS));
  const kinds = KINDS.map((kind) => {
    const label = KIND_LABELS.find((one) => one.kind === kind);
    return { value: kind, label: label ? t(label.key) : kind };
  });
  const dates = [
    ...DAYS.map((days) => ({ value: since(days), label: tn('drive.search.days', days) })),
    { value: String(new Date(nowMs).getFullYear()), label: t('drive.search.year') },
  ];
  const sizes = SIZES.map((size) => ({
    value: size,
    label: t('drive.search.larger', { size: format.bytes(sizeOf(size) ?? 0) }),
  }));
  return (
    <search ref={row} aria-label={t('drive.search.chips')} className="mt-2 flex flex-wrap items-center gap-2 text-sm">
      {tokens.map((token, index) => (
        <button
          key={token.from}
          type="button"
          data-chip={token.operator}
          aria-label={t('drive.search.remove', { name: labelOf(token) })}
          title={t('drive.search.remove', { name: labelOf(token) })}
          className={classes(
            'inline-flex min-h-9 max-w-full cursor-pointer items-center gap-1.5 rounded-full px-3 font-semibold pointer-coarse:min-h-11',
            token.problem ? 'border border-danger text-danger' : 'bg-accent-soft text-accent',
          )}
          onClick={() => remove(token, index)}
        >
          {token.problem ? <CircleAlert size={16} className="flex-none" aria-hidden="true" /> : null}
          <span className="truncate">{labelOf(token)}</span>
          <X size={16} className="flex-none" aria-hidden="true" />
        </button>
      ))}
      {has('type') ? null : (
        <Adder label={t('drive.search.type')} options={kinds} onAdd={(value) => add('type', value)} />
      )}
      {has('after') ? null : (
        <Adder label={t('drive.search.date')} options={dates} onAdd={(value) => add('after', value)} />
      )}
      {has('before') ? null : (
        <TypedAdder
          label={t('drive.search.before', { date: ANY })}
          type="date"
          onAdd={(value) => add('before', value)}
        />
      )}
      {has('larger', 'smaller') ? null : (
        <Adder label={t('drive.search.size')} options={sizes} onAdd={(value) => add('larger', value)} />
      )}
      {has('in') ? null : (
        <TypedAdder
          label={t('drive.search.in', { name: ANY })}
          icon={<Folder size={16} aria-hidden="true" />}
          onAdd={(value) => add('in', value)}
        />
      )}
      {has('from') ? null : (
        <TypedAdder
          label={t('drive.search.from', { name: ANY })}
          icon={<SendHorizontal size={16} aria-hidden="true" />}
          onAdd={(value) => add('from', value)}
        />
      )}
      {filters.isStarred ? null : (
        <Pill icon={<Star size={16} aria-hidden="true" />} onPress={() => add('is', 'starred')}>
          {t('ui.sidebar.starred')}
        </Pill>
      )}
      {filters.isShared ? null : (
        <Pill icon={<Users size={16} aria-hidden="true" />} onPress={() => add('is', 'shared')}>
          {t('drive.search.shared')}
        </Pill>
      )}
      <NearNote rows={state.rows.value} />
      {problems.length > 0 ? (
        <p role="alert" className="basis-full text-danger">
          {problems.map((problem) => t(PROBLEMS[problem])).join(' ')}
        </p>
      ) : null}
    </search>
  );
}

/** Says that names with an error follow. */
function NearNote({ rows }: { rows: readonly DriveRow[] }): ReactNode {
  const { t, tn } = useT();
  const near = rows.filter(({ isNear }) => isNear).length;
  if (near === 0) return null;
  return (
    <p role="status" className="basis-full text-muted">
      {near === rows.length ? t('drive.search.near_all') : tn('drive.search.near_some', near)}
    </p>
  );
}

const PILL =
  'inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-ink hover:bg-sunken pointer-coarse:min-h-11';

interface AdderProps {
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
  onAdd: (value: string) => void;
}

/** A button with a menu that adds what is chosen. */
function Adder({ label, options, onAdd }: AdderProps): ReactNode {
  const [at, setAt] = useState<MenuPlace | null>(null);
  const close = () => {
    setAt(null);
    at?.opener?.focus();
  };
  return (
    <>
      <button
        type="button"
        className={PILL}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={({ currentTarget: opener }) => {
          const { left: x, bottom: y } = opener.getBoundingClientRect();
          setAt({ x, y, opener });
        }}
      >
        {label}
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      {at ? (
        <MenuSheet at={at} label={label} title={label} onClose={close}>
          {options.map((option) => (
            <button
              key={option.value}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="menu-item max-md:min-h-12"
              onClick={() => {
                close();
                onAdd(option.value);
              }}
            >
              {option.label}
            </button>
          ))}
        </MenuSheet>
      ) : null}
    </>
  );
}

interface TypedAdderProps {
  label: string;
  icon?: ReactNode;
  type?: 'text' | 'date';
  onAdd: (value: string) => void;
}

/** A button that becomes a field, whose text is added. Left empty, it becomes the button again. */
function TypedAdder({ label, icon, type = 'text', onAdd }: TypedAdderProps): ReactNode {
  const { t } = useT();
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    if (isOpen) box.current?.focus();
    else if (isLeft.current) opener.current?.focus();
    isLeft.current = false;
  }, [isOpen]);
  if (!isOpen)
    return (
      <Pill ref={opener} icon={icon} onPress={() => setIsOpen(true)}>
        {label}
      </Pill>
    );
  return (
    <form
      className={classes(PILL, 'pe-1')}
      onSubmit={(event) => {
        event.preventDefault();
        const value = box.current?.value.trim() ?? '';
        if (value !== '') onAdd(value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        isLeft.current = true;
        setIsOpen(false);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && box.current?.value === '') setIsOpen(false);
      }}
    >
      <label className="flex items-center gap-1.5">
        {icon}
        {label}
        <input
          ref={box}
          type={type}
          className={classes('bg-transparent text-base outline-none', type === 'text' && 'w-28')}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="done"
        />
      </label>
      <IconButton type="submit" label={t('drive.search.placeholder')} icon={<Search size={16} aria-hidden="true" />} />
    </form>
  );
}

interface PillProps {
  icon: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  onPress: () => void;
  children: ReactNode;
}

function Pill({ icon, ref, onPress, children }: PillProps): ReactNode {
  return (
    <button ref={ref} type="button" className={PILL} onClick={onPress}>
      {icon}
      {children}
    </button>
  );
}
