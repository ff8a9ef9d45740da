/**
 * Very many lines of transfers: only those in sight exist, and the one that has the focus. Loaded when a list is longer than LONG_LINES
 * (upload-lines.tsx).
 */
import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import type { FocusEvent, ReactNode, RefObject } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';

/** Px; a line may grow with its text and is measured when drawn. */
const LINE_PX = 60;
/** Lines drawn beyond the sight. */
const OVERSCAN = 4;

export interface LineWindowProps {
  /** Keys of the lines, each once. */
  keys: readonly string[];
  draw(key: string): ReactNode;
  /** The element that scrolls; null: the page. */
  box: RefObject<HTMLElement | null> | null;
}

export function LineWindow({ box, ...rest }: LineWindowProps): ReactNode {
  return box ? <BoxLines {...rest} box={box} /> : <PageLines {...rest} />;
}

type Lines = Omit<LineWindowProps, 'box'>;

/** Options of the virtualizer in both kinds of lists. */
function useLineOptions({ keys }: Lines, topOf: (list: HTMLElement) => number) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState('');
  // Notices above the list come and go.
  useLayoutEffect(() => {
    const element = list.current;
    if (element) setTop(Math.round(topOf(element)));
  });
  const options = {
    count: keys.length,
    estimateSize: () => LINE_PX,
    getItemKey: (index: number) => keys[index] ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
    useFlushSync: false,
    rangeExtractor: (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      const at = focused === '' ? -1 : keys.indexOf(focused);
      return at < 0 || drawn.includes(at) ? drawn : [...drawn, at].toSorted((a, b) => a - b);
    },
  };
  return { list, top, options, setFocused };
}

function BoxLines({ box, ...lines }: Lines & { box: RefObject<HTMLElement | null> }): ReactNode {
  const { options, ...rest } = useLineOptions(lines, (list) => {
    const around = box.current;
    return around ? list.getBoundingClientRect().top - around.getBoundingClientRect().top + around.scrollTop : 0;
  });
  const virtual = useVirtualizer({ ...options, getScrollElement: () => box.current });
  return <Drawn {...lines} {...rest} virtual={virtual} />;
}

function PageLines(lines: Lines): ReactNode {
  const { options, ...rest } = useLineOptions(
    lines,
    (list) => list.getBoundingClientRect().top - document.documentElement.getBoundingClientRect().top,
  );
  const virtual = useWindowVirtualizer(options);
  return <Drawn {...lines} {...rest} virtual={virtual} />;
}

interface DrawnProps<Box extends Element | Window> extends Lines {
  list: RefObject<HTMLUListElement | null>;
  top: number;
  setFocused(key: string): void;
  virtual: Virtualizer<Box, Element>;
}

function Drawn<Box extends Element | Window>({
  keys,
  draw,
  list,
  top,
  setFocused,
  virtual,
}: DrawnProps<Box>): ReactNode {
  const keep = ({ target }: FocusEvent) => setFocused(target.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? '');
  return (
    <ul
      ref={list}
      className="relative"
      style={{ height: virtual.getTotalSize() }}
      onFocus={keep}
      onBlur={() => setFocused('')}
    >
      {virtual.getVirtualItems().map(({ index, start }) => {
        const key = keys[index] ?? '';
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            data-key={key}
            aria-setsize={keys.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 border-t border-line"
            style={{ top: start - top }}
          >
            {draw(key)}
          </li>
        );
      })}
    </ul>
  );
}
