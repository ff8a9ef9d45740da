/** Values of what an operator adds: as empty as the schema allows. */
import { LOCALES } from '#shared/locale/tags.ts';
import type { Model, ObjectEntry } from './model.ts';

/** Undefined: left out. */
function blankField(model: Model): unknown {
  return model.canLeave ? undefined : blankOf(model);
}

export function blankFields(entries: readonly ObjectEntry[]): Record<string, unknown> {
  const fields = entries.map(({ key, model }): [string, unknown] => [key, blankField(model)]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** @returns undefined where a person has to choose */
export function blankOf(model: Model): unknown {
  if (model.canBeNull && model.kind === 'variant') return null;
  switch (model.kind) {
    case 'text':
    case 'moment':
    case 'date':
      return '';
    case 'switch':
      return false;
    case 'choice':
      return model.options[0];
    case 'lines':
    case 'choices':
      return [];
    case 'list':
      return (model.least ?? 0) > 0 ? [blankOf(model.item)] : [];
    case 'record':
      return {};
    case 'languages':
      return model.isForAll ? Object.fromEntries(LOCALES.map((tag) => [tag, ''])) : {};
    case 'object':
      return blankFields(model.entries);
    case 'variant': {
      const [first] = model.options;
      return first && { [model.tag]: first.type, ...blankFields(first.entries) };
    }
    default:
      return undefined;
  }
}
