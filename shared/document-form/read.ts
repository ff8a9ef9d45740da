/** A sent form as the document that it shows. Types come from the schema, never from the form. No I/O. */
import { LOCALES } from '#shared/locale/tags.ts';
import { blankFields } from './blank.ts';
import { readJson } from './json.ts';
import { type Around, readHeld } from './leaf.ts';
import { absentValue, type Model, type ModelOf, type ObjectEntry } from './model.ts';
import { MARKS } from './node.ts';
import { isObject, type Place, ROOT_PLACE, sameJson, under } from './path.ts';
import { isToggled, languageModel } from './show.ts';

export interface SentFields {
  get(name: string): string | null;
  all(name: string): readonly string[];
}

export interface ReadForm {
  readonly value: unknown;
  /** Typed JSON that cannot be read, by place in the document. */
  readonly broken: ReadonlyMap<string, string>;
  /** Where the document has a place of the form; null for a row of a record that it does not have. */
  placeOf(at: string): string | null;
}

/** Entries and rows of one form: more than it shows. */
const MOST_ENTRIES = 2_000;

export function readForm(model: Model, form: SentFields): ReadForm {
  const broken = new Map<string, string>();
  /** Of a row in the form, its place in the document. */
  const rowPlaces = new Map<string, string | null>();
  let entriesLeft = MOST_ENTRIES;
  const linesOf = (text: string): string => text.replace(/\r\n?/g, '\n');

  function json(typed: string, real: string, fits: (value: unknown) => boolean = () => true): unknown {
    if (typed.trim() === '') return undefined;
    const found = readJson(typed);
    if (found && fits(found.value)) return found.value;
    broken.set(real, linesOf(typed));
    return linesOf(typed);
  }

  function fields(entries: readonly ObjectEntry[], place: Place): [string, unknown][] {
    const own = entries.map(({ key, model: each }): [string, unknown] => [key, read(each, under(place, key), {})]);
    const extra = json(form.get(`${MARKS.extra}${place.at}?`) ?? '', `${place.real}?`, isObject);
    const rest = isObject(extra) ? Object.entries(extra) : [];
    return [...own.filter(([, value]) => value !== undefined), ...rest];
  }

  function countOf(at: string): number {
    const count = Number(form.get(MARKS.count + at) ?? 0);
    const counted = Number.isSafeInteger(count) && count > 0 ? Math.min(count, entriesLeft) : 0;
    entriesLeft -= counted;
    return counted;
  }

  function record(model: ModelOf<'record'>, place: Place): unknown {
    const rows = new Map<string, unknown>();
    const count = countOf(place.at);
    for (let index = 0; index < count; index++) {
      const typed = form.get(MARKS.key + under(place, index).at);
      if (typed === null) continue;
      // Two rows have one name: the second keeps its value under a name that the schema refuses.
      const key = rows.has(typed) ? `${typed} (again ${index})` : typed;
      const row = under(place, index, key);
      const value = read(model.value, row, { rowName: typed });
      const isCleared = typed === '' && (value === undefined || value === '');
      rowPlaces.set(row.at, isCleared ? null : row.real);
      if (!isCleared) rows.set(key, value ?? null);
    }
    return Object.fromEntries(rows);
  }

  function placeOf(at: string): string | null {
    let shown = '';
    let real = '';
    for (const step of at.split('/').slice(1)) {
      shown += `/${step}`;
      const row = rowPlaces.get(shown);
      if (row === null) return null;
      real = row ?? `${real}/${step}`;
    }
    return real;
  }

  function variant(model: ModelOf<'variant'>, place: Place): unknown {
    const type = form.get(MARKS.value + place.at) ?? '';
    const option = model.options.find((each) => each.type === type);
    if (!option) return model.canBeNull ? null : undefined;
    // Fields of the new type were not in the form that was sent.
    const first = form.get(MARKS.shown + place.at) === type ? {} : blankFields(option.entries);
    return { [model.tag]: type, ...first, ...Object.fromEntries(fields(option.entries, place)) };
  }

  function present(model: Model, place: Place, around: Around): unknown {
    switch (model.kind) {
      case 'object':
        return Object.fromEntries(fields(model.entries, place));
      case 'list':
        return Array.from(
          { length: countOf(place.at) },
          (_, index) => read(model.item, under(place, index), {}) ?? null,
        );
      case 'record':
        return record(model, place);
      case 'variant':
        return variant(model, place);
      case 'languages': {
        const texts = LOCALES.map((tag): [string, unknown] => [
          tag,
          read(languageModel(model, tag), under(place, tag), {}),
        ]);
        return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
      }
      default: {
        const unit = form.get(MARKS.unit + place.at);
        const values = form.all(MARKS.value + place.at).map(linesOf);
        return readHeld(model, { values, ...(unit === null ? {} : { unit }) }, around);
      }
    }
  }

  function read(model: Model, place: Place, around: Around): unknown {
    const { at, real } = place;
    const text = form.get(MARKS.json + at);
    const isThere = !isToggled(model) || form.get(MARKS.there + at) !== null || text !== null;
    const none = model.canBeNull ? null : undefined;
    const value = text !== null ? json(text, real) : isThere ? present(model, place, around) : none;
    return form.get(MARKS.absent + at) !== null && sameJson(value, absentValue(model)) ? undefined : value;
  }

  return { value: read(model, ROOT_PLACE, {}), broken, placeOf };
}
