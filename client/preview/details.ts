/** Details of the shown file: facts of the listing at once, those of the content and its checksum when they are read. */
import { iconButton, make, wordButton } from './element.ts';
import { typeOf } from './kinds.rules.ts';
import type { Fact, PreviewHost, PreviewItem, Shown } from './preview-types.ts';

export interface DetailsPanel {
  readonly element: HTMLElement;
  isOpen(): boolean;
  toggle(isOpen: boolean): void;
  /** Another file is shown; its own facts come with `shown`. */
  change(item: PreviewItem, shown: Shown | null): void;
}

function factLine({ label, value, isPrivate }: Fact, askLabel: string): readonly HTMLElement[] {
  const line = make('dd', {}, isPrivate ? null : value);
  if (isPrivate) {
    const reveal = () => {
      line.replaceChildren(value);
      // The focus goes with the button, and with it every key of the viewer.
      line.tabIndex = -1;
      line.focus();
    };
    const show = wordButton(askLabel, reveal, 'quiet', { 'data-ask': true });
    show.classList.add('btn-sm');
    line.append(show);
  }
  return [make('dt', {}, label), line];
}

export function makeDetails(host: PreviewHost, onToggle: (isOpen: boolean) => void): DetailsPanel {
  const { t } = host.translator;
  const list = make('dl');
  const close = iconButton({ sign: 'close', label: t('preview.details_close'), onPress: () => toggle(false) });
  const element = make(
    'aside',
    { class: 'viewer-details', 'aria-label': t('preview.details'), hidden: true },
    make('div', { class: 'viewer-details-head' }, make('h3', {}, t('preview.details')), close),
    list,
  );
  let current: { item: PreviewItem; shown: Shown | null } | null = null;
  let turn = 0;

  const put = (facts: readonly Fact[]) => {
    for (const fact of facts) list.append(...factLine(fact, t('preview.fact.place_show')));
  };

  /** Facts that come late are dropped once another file is shown. */
  async function fill(): Promise<void> {
    turn += 1;
    const mine = turn;
    list.replaceChildren();
    if (!current) return;
    const { item, shown } = current;
    put([
      { label: t('preview.fact.name'), value: item.name },
      { label: t('preview.fact.type'), value: typeOf(item) },
      { label: t('preview.fact.size'), value: host.format.bytes(item.sizeBytes) },
      ...(item.modifiedMs === null
        ? []
        : [{ label: t('preview.fact.modified'), value: host.format.dateAndTime(item.modifiedMs) }]),
    ]);
    const late = [
      shown?.facts?.() ?? [],
      host.checksum?.(item).then((value) => (value === '' ? [] : [{ label: t('preview.fact.hash'), value }])) ?? [],
    ];
    for (const facts of late)
      void Promise.resolve(facts).then(
        (found) => mine === turn && put(found),
        // The panel has the facts of the listing all the same.
        (error: unknown) => console.warn('facts of the file', error),
      );
  }

  function toggle(isOpen: boolean): void {
    if (!isOpen && element.contains(document.activeElement)) element.closest('dialog')?.focus({ preventScroll: true });
    element.hidden = !isOpen;
    onToggle(isOpen);
    if (isOpen) void fill();
  }

  return {
    element,
    isOpen: () => !element.hidden,
    toggle,
    change: (item, shown) => {
      current = { item, shown };
      if (!element.hidden) void fill();
    },
  };
}
