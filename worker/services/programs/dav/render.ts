/** States of the properties of entries, as text. The request is worked out once for all entries of an answer. Pure. */
import { KIB } from '#shared/units.ts';
import type { ProgramEntry } from '#worker/services/drive/service.ts';
import { encodeName } from './address.ts';
import { type Beside, COMMON_PROPS, LIVE_PROPS } from './live-props.ts';
import { type PropRequest, readName } from './xml-read.ts';
import { propstat, response, tagsOf } from './xml-write.ts';

/** Makes the states of the properties of one entry. */
export type Renderer = (entry: ProgramEntry) => string;

/** Tags of a property. */
function wrap(name: string): ReturnType<typeof tagsOf> {
  const { uri, local } = readName(name);
  return tagsOf(uri, local);
}

type Live = (entry: ProgramEntry) => string | null;

export interface Source {
  readonly beside: Beside;
  /** Live properties besides those of every entry. */
  readonly more: ReadonlyMap<string, Live>;
}

/** Live properties by name, those of a mount too. */
function liveOf({ beside, more }: Source, names: Iterable<string>): { name: string; live: Live | null }[] {
  return [...names].map((name) => {
    const own = LIVE_PROPS.get(name);
    return { name, live: own ? (entry) => own(entry, beside) : (more.get(name) ?? null) };
  });
}

function someRenderer(source: Source, names: readonly string[]): Renderer {
  const asked = liveOf(source, names).map((each) => ({ ...each, ...wrap(each.name) }));
  return (entry) => {
    let found = '';
    let missing = '';
    for (const { name, live, begin, end, empty } of asked) {
      const value = live ? live(entry) : null;
      if (value !== null) found += value === '' ? empty : begin + value + end;
      else {
        const dead = live ? undefined : entry.props?.find((prop) => prop.name === name);
        if (dead) found += dead.xml;
        else missing += empty;
      }
    }
    return (
      (found !== '' || missing === '' ? propstat(found, 200) : '') + (missing === '' ? '' : propstat(missing, 404))
    );
  };
}

function allRenderer(source: Source, include: readonly string[]): Renderer {
  const live = liveOf(source, new Set([...COMMON_PROPS.keys(), ...include])).map((each) => ({
    ...each,
    ...wrap(each.name),
  }));
  return (entry) => {
    let found = '';
    for (const { live: render, begin, end, empty } of live) {
      const value = render ? render(entry) : null;
      if (value !== null) found += value === '' ? empty : begin + value + end;
    }
    for (const { xml } of entry.props ?? []) found += xml;
    return propstat(found, 200);
  };
}

function namesRenderer(source: Source): Renderer {
  const live = liveOf(source, [...COMMON_PROPS.keys(), ...source.more.keys()]).map((each) => ({
    ...each,
    ...wrap(each.name),
  }));
  return (entry) => {
    const own = live.flatMap(({ live: render, empty }) => (render?.(entry) === null ? [] : [empty]));
    const dead = (entry.props ?? []).map(({ name }) => wrap(name).empty);
    return propstat([...own, ...dead].join(''), 200);
  };
}

export function rendererOf(source: Source, asked: PropRequest): Renderer {
  if (asked.kind === 'names') return namesRenderer(source);
  if (asked.kind === 'all') return allRenderer(source, asked.include);
  return someRenderer(source, asked.names);
}

/** Text of one piece, in characters. Entries of many properties and locks are never held whole: 1,000 of them may take hundreds of MB. */
const PIECE_CHARS = 64 * KIB;

/** An entry and its address. */
export interface Item {
  readonly href: string;
  readonly entry: ProgramEntry;
}

/** Responses of entries, in pieces. */
export function* responsesOf(items: Iterable<Item>, render: Renderer): Generator<string> {
  let piece = '';
  for (const { href, entry } of items) {
    piece += response(href, render(entry));
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function* itemsIn(folder: string, entries: readonly ProgramEntry[]): Generator<Item> {
  for (const entry of entries) yield { href: folder + encodeName(entry.name) + (entry.isFile ? '' : '/'), entry };
}

/** The same of the entries of a folder. @param folder  its address */
export function responsesIn(folder: string, entries: readonly ProgramEntry[], render: Renderer): Generator<string> {
  return responsesOf(itemsIn(folder, entries), render);
}
