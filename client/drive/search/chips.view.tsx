/**
 * Filters of a search: each typed operator as a chip that a press removes, and fields that add one. They change the text of the search,
 * so that both always mean the same. A value that means nothing is named at its chip. Loaded with the first search.
 */
import { CircleAlert, Star, Users, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useFormat, useT } from '#client/ui/i18n.tsx';
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

export interface ChipsProps {
  drive: DriveContext;
}

const SIZES = ['1MB', '10MB', '100MB', '1GB'] as const;
const DAYS = [7, 30] as const;

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

export function SearchChips({ drive: { state, actions } }: ChipsProps): ReactNode {
  const [query, nowMs, onChange] = [state.query.value, state.serverTimeMs.value, actions.listing.search];
  const { t, tn } = useT();
  const format = useFormat();
  const labelOf = useChipLabel();
  const { tokens, filters } = parseQuery(query);
  const problems = [...new Set(tokens.flatMap(({ problem }) => problem ?? []))];
  const has = (...operators: readonly Operator[]) => tokens.some(({ operator }) => operators.includes(operator));
  const add = (operator: Operator, value: string) => onChange(`${query.trim()} ${tokenText(operator, value)}`.trim());
  const since = (days: number) => dayText(new Date(nowMs - days * DAY_MS));
  return (
    <search aria-label={t('drive.search.chips')} className="mt-2 flex flex-wrap items-center gap-2 text-sm">
      {tokens.map((token) => (
        <button
          key={token.from}
          type="button"
          aria-label={t('drive.search.remove', { name: labelOf(token) })}
          title={t('drive.search.remove', { name: labelOf(token) })}
          className={classes(
            'inline-flex min-h-9 max-w-full cursor-pointer items-center gap-1.5 rounded-full px-3 font-semibold pointer-coarse:min-h-11',
            token.problem ? 'border border-danger text-danger' : 'bg-accent-soft text-accent',
          )}
          onClick={() => onChange(replaceToken(query, token))}
        >
          {token.problem ? <CircleAlert size={16} className="flex-none" aria-hidden="true" /> : null}
          <span className="truncate">{labelOf(token)}</span>
          <X size={16} className="flex-none" aria-hidden="true" />
        </button>
      ))}
      {has('type') ? null : (
        <Adder label={t('drive.search.type')} onAdd={(value) => add('type', value)}>
          {KINDS.map((kind) => {
            const label = KIND_LABELS.find((one) => one.kind === kind);
            return (
              <option key={kind} value={kind}>
                {label ? t(label.key) : kind}
              </option>
            );
          })}
        </Adder>
      )}
      {has('before', 'after') ? null : (
        <Adder label={t('drive.search.date')} onAdd={(value) => add('after', value)}>
          {DAYS.map((days) => (
            <option key={days} value={since(days)}>
              {tn('drive.search.days', days)}
            </option>
          ))}
          <option value={String(new Date(nowMs).getFullYear())}>{t('drive.search.year')}</option>
        </Adder>
      )}
      {has('larger', 'smaller') ? null : (
        <Adder label={t('drive.search.size')} onAdd={(value) => add('larger', value)}>
          {SIZES.map((size) => (
            <option key={size} value={size}>
              {t('drive.search.larger', { size: format.bytes(sizeOf(size) ?? 0) })}
            </option>
          ))}
        </Adder>
      )}
      {filters.isStarred ? null : (
        <Toggle
          label={t('ui.sidebar.starred')}
          icon={<Star size={16} aria-hidden="true" />}
          onPress={() => add('is', 'starred')}
        />
      )}
      {filters.isShared ? null : (
        <Toggle
          label={t('drive.search.shared')}
          icon={<Users size={16} aria-hidden="true" />}
          onPress={() => add('is', 'shared')}
        />
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

/** A field that adds what is chosen and shows its label again. */
function Adder({
  label,
  onAdd,
  children,
}: {
  label: string;
  onAdd: (value: string) => void;
  children: ReactNode;
}): ReactNode {
  return (
    <select
      className={PILL}
      aria-label={label}
      value=""
      onChange={(event) => {
        if (event.currentTarget.value !== '') onAdd(event.currentTarget.value);
      }}
    >
      <option value="">{label}</option>
      {children}
    </select>
  );
}

function Toggle({ label, icon, onPress }: { label: string; icon: ReactNode; onPress: () => void }): ReactNode {
  return (
    <button type="button" className={PILL} onClick={onPress}>
      {icon}
      {label}
    </button>
  );
}
