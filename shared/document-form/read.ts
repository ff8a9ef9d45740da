/** A sent form as the document that it shows. Types come from the schema, never from the form. No I/O. */
import { LOCALES } from '#shared/locale/tags.ts';
import { blankFields } from './blank.ts';
import { type Around, readHeld } from './leaf.ts';
import { absentValue, type Model, type ModelOf, type ObjectEntry } from './model.ts';
import { MARKS } from './node.ts';
import { isObject, nameOfPath, sameJson } from './path.ts';
import { isToggled, languageModel } from './show.ts';

export interface SentFields {
  get(name: string): string | null;
  all(name: string): readonly string[];
}

export interface ReadForm {
  readonly value: unknown;
  /** Typed JSON that cannot be read, by place. */
  readonly broken: ReadonlyMap<string, string>;
}

/** More than a form shows. */
const MOST_ENTRIES = 1_000;

export function readForm(model: Model, form: SentFields): ReadForm {
  const broken = new Map<string, string>();
  const linesOf = (text: string): string => text.replace(/\r\n?/g, '\n');
  const under = (at: string, step: string | number): string => at + nameOfPath([step]);

  function json(text: string, at: string): unknown {
    if (text.trim() === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      broken.set(at, linesOf(text));
      return linesOf(text);
    }
  }

  function fields(entries: readonly ObjectEntry[], at: string): [string, unknown][] {
    const own = entries.map(({ key, model: each }): [string, unknown] => [key, read(each, under(at, key), {})]);
    const extra = json(form.get(`${MARKS.extra}${at}?`) ?? '', `${at}?`);
    const rest = isObject(extra) ? Object.entries(extra) : [];
    return [...own.filter(([, value]) => value !== undefined), ...rest];
  }

  function countOf(at: string): number {
    const count = Number(form.get(MARKS.count + at) ?? 0);
    return Number.isSafeInteger(count) && count > 0 ? Math.min(count, MOST_ENTRIES) : 0;
  }

  function record(model: ModelOf<'record'>, at: string): unknown {
    const rows = new Map<string, unknown>();
    for (let index = 0; index < countOf(at); index++) {
      const row = under(at, index);
      const typed = form.get(MARKS.key + row);
      if (typed === null) continue;
      const value = read(model.value, row, { rowName: typed });
      if (typed === '' && (value === undefined || value === '')) continue;
      let key = typed;
      // Two rows with one name: the second keeps what was typed under a name that the schema refuses.
      while (rows.has(key)) key += ' (again)';
      rows.set(key, value ?? null);
    }
    return Object.fromEntries(rows);
  }

  function variant(model: ModelOf<'variant'>, at: string): unknown {
    const type = form.get(MARKS.value + at) ?? '';
    const option = model.options.find((each) => each.type === type);
    if (!option) return model.canBeNull ? null : undefined;
    // Fields of the new type were not in the form that was sent.
    const first = form.get(MARKS.shown + at) === type ? {} : blankFields(option.entries);
    return { [model.tag]: type, ...first, ...Object.fromEntries(fields(option.entries, at)) };
  }

  function present(model: Model, at: string, around: Around): unknown {
    switch (model.kind) {
      case 'object':
        return Object.fromEntries(fields(model.entries, at));
      case 'list':
        return Array.from({ length: countOf(at) }, (_, index) => read(model.item, under(at, index), {}) ?? null);
      case 'record':
        return record(model, at);
      case 'variant':
        return variant(model, at);
      case 'languages': {
        const texts = LOCALES.map((tag): [string, unknown] => [
          tag,
          read(languageModel(model, tag), under(at, tag), {}),
        ]);
        return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
      }
      default: {
        const unit = form.get(MARKS.unit + at);
        const values = form.all(MARKS.value + at).map(linesOf);
        return readHeld(model, { values, ...(unit === null ? {} : { unit }) }, around);
      }
    }
  }

  function read(model: Model, at: string, around: Around): unknown {
    const text = form.get(MARKS.json + at);
    const isThere = !isToggled(model) || form.get(MARKS.there + at) !== null || text !== null;
    const none = model.canBeNull ? null : undefined;
    const value = text !== null ? json(text, at) : isThere ? present(model, at, around) : none;
    return form.get(MARKS.absent + at) !== null && sameJson(value, absentValue(model)) ? undefined : value;
  }

  return { value: read(model, '', {}), broken };
}
