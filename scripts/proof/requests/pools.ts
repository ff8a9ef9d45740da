/** Ids and tokens that answers of the server had, by the noun they belong to: what later requests of the same person name. */

/** Values of one noun that are remembered; older ones are replaced. */
const REMEMBERED = 24;
/** Of an answer, characters that are read. */
export const READ_CHARS = 3_000;

/** `"id":"..."` and every member whose name ends with `id` or `token`, of texts that are no sentence. */
const MEMBER = /"(\w{0,30}(?:id|token))":"([\w.~:%=+/-]{6,1000})"/g;

/** One noun for the names that contracts give it. */
const SAME: Readonly<Record<string, string>> = {
  file: 'files',
  share: 'share',
  trace_file: 'files',
  ancestor: 'files',
  folder: 'files',
  parent: 'files',
  uploads: 'files',
  restore_task: 'tasks',
  task: 'tasks',
  order: 'orders',
  next_page_token: 'page_token',
};

export class Pools {
  private readonly lists = new Map<string, string[]>();
  private readonly ends = new Map<string, number>();

  add(noun: string, value: string): void {
    const list = this.lists.get(noun) ?? [];
    this.lists.set(noun, list);
    if (list.includes(value)) return;
    const end = this.ends.get(noun) ?? 0;
    list[end] = value;
    this.ends.set(noun, (end + 1) % REMEMBERED);
  }

  /** @returns undefined where nothing of the noun is known */
  pick(noun: string, random: () => number): string | undefined {
    const list = this.lists.get(noun);
    return list?.[Math.floor(random() * list.length)];
  }

  /** Remembers the ids and tokens of an answer. @param noun  of the address that was asked: what a bare `id` belongs to */
  read(noun: string, text: string): void {
    for (const [, name = '', value = ''] of text.slice(0, READ_CHARS).matchAll(MEMBER))
      this.add(name === 'id' ? noun : nounOf(name, noun), value);
  }
}

/** The noun of a member or parameter. @param noun  of the address, which a bare `id` belongs to */
export function nounOf(name: string, noun: string): string {
  if (name === 'id' || name === 'ids') return noun;
  const bare = name.replace(/_ids?$/, '');
  return SAME[bare] ?? bare;
}

/** The noun of an address: its last fixed step, without a named action. */
export function nounOfPath(path: string): string {
  const steps = path.split('/').filter((step) => step !== '' && !step.startsWith('{'));
  const last = (steps.at(-1) ?? '').split(':')[0] ?? '';
  return SAME[last] ?? last;
}
