/**
 * One box for files, places, people, links, acts and settings (Ctrl or Command with K; on a phone the search). Entries of this page
 * are there with the key; those that the server finds follow. A combobox with a list: the focus stays in the box. Loaded at first use.
 */
import { History, Search, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { IconButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { openModal } from '#client/ui/open-modal.ts';
import { foundPieces } from '#shared/find/find-key.ts';
import { OPERATORS } from '#shared/find/operators.ts';
import { hasFilters, parseQuery } from '#shared/find/query.ts';
import type { DriveContext } from '../drive.context.ts';
import { MarkedName } from '../listing/row.view.tsx';
import { commonEntries, findFiles, findLinkEntries } from './found-entries.tsx';
import { makeSearchMemory, type SearchMemory, weightOf } from './memory.ts';
import {
  actEntries,
  type PaletteEntry,
  type PaletteGroup,
  placeEntries,
  rowEntry,
  usedEntries,
} from './palette-entries.tsx';
import { bestOf, rankOf, termsOfText } from './rank.ts';

/** A pause this long ends a word, ms. */
const PAUSE_MS = 120;
/** Rows of the open list that are looked through with each key. */
const LISTED_ROWS = 2_000;
const GROUP_ENTRIES = 6;

const GROUP_LABELS = {
  files: 'drive.palette.files',
  links: 'ui.sidebar.shares',
  places: 'drive.palette.places',
  people: 'drive.palette.people',
  acts: 'drive.palette.acts',
  settings: 'drive.palette.settings',
} as const;

interface Answers {
  readonly text: string;
  readonly files: readonly PaletteEntry[];
  readonly links: readonly PaletteEntry[];
}

const NOTHING: Answers = { text: '', files: [], links: [] };

/** Files and links for the text, after a pause. Of an older answer those stay that have all words of the text too. */
function useFound(drive: DriveContext, text: string, terms: readonly string[]): readonly PaletteEntry[] {
  const translator = useT();
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (text === '') return;
    const control = new AbortController();
    const { signal } = control;
    const timer = setTimeout(() => {
      const show = (part: 'files' | 'links') => (entries: readonly PaletteEntry[]) => {
        if (!signal.aborted)
          setFound((before) => ({ ...(before.text === text ? before : { ...NOTHING, text }), [part]: entries }));
      };
      // Without an answer the rest of the list is still there.
      const none = (part: 'files' | 'links') => () => show(part)([]);
      findFiles(drive, text, translator, signal).then(show('files'), none('files'));
      findLinkEntries(drive, text, signal).then(show('links'), none('links'));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [drive, text, translator]);
  return useMemo(() => {
    const entries = [...found.files, ...found.links];
    if (found.text === text) return entries;
    const isOfWords = terms.length > 0 && !hasFilters(parseQuery(text).filters);
    return isOfWords ? entries.filter((entry) => rankOf(entry, terms, 0) !== null) : [];
  }, [found, text, terms]);
}

function useCommon(drive: DriveContext): readonly PaletteEntry[] {
  const [entries, setEntries] = useState<readonly PaletteEntry[]>([]);
  useEffect(() => {
    const control = new AbortController();
    commonEntries(drive, control.signal).then(setEntries, () => undefined);
    return () => control.abort();
  }, [drive]);
  return entries;
}

/** A row of the list: an entry, a search of before, or the search of all folders. */
interface Option {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: ReactNode;
  choose(): void;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly options: readonly Option[];
}

/** Entries that need no call, best first in each group. */
function useGroups(drive: DriveContext, memory: SearchMemory, text: string, terms: readonly string[]) {
  const translator = useT();
  const { state, browser } = drive;
  const common = useCommon(drive);
  const rows = state.rows.value;
  const known = useMemo(() => {
    const uses = memory.uses();
    const inPlace = state.place.value === 'trash' ? [] : rows.slice(0, LISTED_ROWS);
    const listed = inPlace.map((row) => rowEntry(row, translator, row.path));
    const ids = new Set(listed.map(({ id }) => id));
    const used = usedEntries(uses).filter(({ id }) => !ids.has(id));
    const nowMs = browser.nowMs();
    return {
      weights: new Map(uses.map((use) => [use.id, weightOf(use, nowMs)])),
      entries: [...actEntries(drive, translator), ...placeEntries(translator), ...used, ...listed],
    };
  }, [memory, rows, drive, browser, translator, state.place.value]);
  const isEmpty = text === '';
  return useMemo(() => {
    const { weights, entries } = known;
    // Without a text the list has what is used most, and the places. Operators alone ask for files.
    const start = isEmpty ? entries.filter(({ id, group }) => group !== 'files' || weights.has(id)) : [];
    const local = terms.length > 0 ? [...entries, ...common] : start;
    return bestOf(local, terms, (id) => weights.get(id) ?? 0, GROUP_ENTRIES);
  }, [known, common, terms, isEmpty]);
}

function useSections(
  drive: DriveContext,
  text: string,
  terms: readonly string[],
  onClose: () => void,
): readonly Section[] {
  const { t } = useT();
  const { document: page, actions, browser } = drive;
  const [memory] = useState(() => makeSearchMemory(page.store));
  const found = useFound(drive, text, terms);
  const groups = useGroups(drive, memory, text, terms);
  const shown = new Set(groups.flatMap(({ entries }) => entries.map(({ id }) => id)));
  const later = text === '' ? [] : found.filter(({ id }) => !shown.has(id));

  function choose(entry: PaletteEntry): void {
    memory.noteUse(entry, browser.nowMs());
    onClose();
    if (entry.run) entry.run();
    else browser.go(entry.href);
  }
  function search(wanted: string): void {
    memory.noteSearch(wanted);
    onClose();
    actions.listing.search(wanted);
  }
  const optionOf = (entry: PaletteEntry): Option => ({
    id: entry.id,
    label: entry.label,
    hint: entry.hint ?? '',
    icon: entry.icon,
    choose: () => choose(entry),
  });
  const sectionOf = (group: PaletteGroup, entries: readonly PaletteEntry[]): Section => {
    const more = later.filter((entry) => entry.group === group);
    return { id: group, title: t(GROUP_LABELS[group]), options: [...entries, ...more].map(optionOf) };
  };
  const sections = groups.map(({ group, entries }) => sectionOf(group as PaletteGroup, entries));
  const has = new Set(sections.map(({ id }) => id));
  for (const group of ['files', 'links'] as const)
    if (!has.has(group) && later.some((entry) => entry.group === group)) sections.push(sectionOf(group, []));
  if (text !== '') {
    const icon = <Search size={20} aria-hidden="true" />;
    const all = {
      id: 'all',
      label: t('drive.palette.all', { query: text }),
      hint: '',
      icon,
      choose: () => search(text),
    };
    return [...sections, { id: 'search', title: '', options: [all] }];
  }
  const recent = memory.searches().map(
    (one): Option => ({
      id: `recent ${one}`,
      label: one,
      hint: '',
      icon: <History size={20} aria-hidden="true" />,
      choose: () => search(one),
    }),
  );
  const forget: Option = {
    id: 'forget',
    label: t('drive.search.recent_clear'),
    hint: '',
    icon: <span className="size-5" />,
    choose: () => {
      memory.forgetSearches();
      onClose();
    },
  };
  return recent.length === 0
    ? sections
    : [{ id: 'recent', title: t('drive.search.recent'), options: [...recent, forget] }, ...sections];
}

export interface PaletteProps {
  drive: DriveContext;
  /** Text that the box begins with. */
  start: string;
  onClose: () => void;
}

export function Palette({ drive, start, onClose }: PaletteProps): ReactNode {
  const { t, tn } = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const id = useId();
  const [typed, setTyped] = useState(start);
  const text = typed.trim();
  const terms = useMemo(() => termsOfText(text), [text]);
  const sections = useSections(drive, text, terms, onClose);
  const options = sections.flatMap((section) => section.options);
  /** Of the option; '' for the first one. It stays with its option when others arrive before it. */
  const [active, setActive] = useState('');
  const found = options.findIndex((option) => option.id === active);
  const at = found < 0 ? Math.min(0, options.length - 1) : found;
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    if (ref.current) openModal(ref.current);
    box.current?.focus();
    box.current?.select();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);

  function onKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1 };
    const to = moves[event.key];
    if (to !== undefined && options.length > 0) {
      event.preventDefault();
      setActive(options.at(to % options.length)?.id ?? '');
    } else if (event.key === 'Enter') {
      event.preventDefault();
      options[at]?.choose();
    }
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own key; the press outside is an extra for pointers
    <dialog
      ref={ref}
      className="dialog palette"
      aria-label={t('drive.palette.title')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search size={20} className="flex-none text-muted" aria-hidden="true" />
        <input
          ref={box}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? optionId(at) : undefined}
          aria-label={t('drive.palette.label')}
          placeholder={t('drive.palette.label')}
          className="min-w-0 flex-1 bg-transparent py-3 text-base outline-none"
          value={typed}
          maxLength={255}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActive('');
          }}
          onKeyDown={onKey}
        />
        <kbd className="rounded-sm border border-line px-2 text-xs text-muted max-sm:hidden">Esc</kbd>
        <IconButton
          label={t('ui.close')}
          icon={<X size={20} aria-hidden="true" />}
          onClick={onClose}
          className="-me-2 sm:hidden"
        />
      </div>
      <p role="status" className="sr-only">
        {options.length === 0 ? t('drive.palette.none') : tn('drive.palette.count', options.length)}
      </p>
      <PaletteList id={id} sections={sections} at={at} terms={terms} onActive={setActive} />
      <p className="truncate border-t border-line px-5 py-2 text-xs text-muted" dir="ltr" aria-hidden="true">
        {OPERATORS.map((operator) => `${operator}:`).join('  ')}
      </p>
    </dialog>
  );
}

interface PaletteListProps {
  id: string;
  sections: readonly Section[];
  /** The option that Enter chooses. */
  at: number;
  terms: readonly string[];
  onActive: (id: string) => void;
}

function PaletteList({ id, sections, at, terms, onActive }: PaletteListProps): ReactNode {
  const { t } = useT();
  let index = -1;
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('drive.palette.title')}
      className="flex-1 overflow-y-auto overscroll-contain p-2"
    >
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
        <div key={section.id} role="group" aria-label={section.title || t('drive.search.label')}>
          {section.title === '' ? null : (
            <p className="px-3 pt-2 pb-1 text-xs font-semibold text-muted" aria-hidden="true">
              {section.title}
            </p>
          )}
          {section.options.map((option) => {
            index += 1;
            const mine = index;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are answered by the box, which keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points to it
              <div
                key={option.id}
                id={`${id}-${mine}`}
                role="option"
                aria-selected={mine === at}
                className={classes(
                  'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1',
                  mine === at && 'bg-sunken',
                )}
                onClick={() => option.choose()}
                onPointerMove={() => {
                  if (mine !== at) onActive(option.id);
                }}
              >
                <span className="flex-none">{option.icon}</span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate">
                    {option.id === 'all' || terms.length === 0 ? (
                      option.label
                    ) : (
                      <MarkedName pieces={foundPieces(option.label, terms)} />
                    )}
                  </span>
                  {option.hint === '' ? null : <span className="block truncate text-xs text-muted">{option.hint}</span>}
                </span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
