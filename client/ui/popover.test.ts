import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closePopover, isPopoverOpen, openPopover } from './popover.ts';

/** An element as far as popovers go. */
class Plain extends EventTarget {
  readonly inner = new EventTarget();
  contains(other: unknown): boolean {
    return other === this || other === this.inner;
  }
}

class Able extends Plain {
  isOpen = false;
  matches = () => this.isOpen;
  showPopover = vi.fn(() => {
    this.isOpen = true;
  });
  hidePopover = vi.fn(() => {
    this.isOpen = false;
  });
}

const asElement = (made: Plain) => made as unknown as HTMLElement;
let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('Node', EventTarget);
});

afterEach(() => vi.unstubAllGlobals());

/** Dispatches an event to the page, with an element as its target. */
function tell(name: string, facts: object): void {
  const event = Object.assign(new Event(name), {});
  for (const [key, value] of Object.entries(facts)) Object.defineProperty(event, key, { value });
  page.dispatchEvent(event);
}

test('popover support is checked once', () => {
  const menu = new Able();
  openPopover(asElement(menu));
  openPopover(asElement(menu));
  expect(menu.showPopover).toHaveBeenCalledOnce();
  expect(isPopoverOpen(asElement(menu))).toBe(true);
  closePopover(asElement(menu));
  expect(isPopoverOpen(asElement(menu))).toBe(false);
});

test('without popovers Escape and a press outside close a menu, a press inside does not', () => {
  const menu = new Plain();
  const heard: unknown[] = [];
  menu.addEventListener('toggle', (event) => heard.push((event as ToggleEvent).newState));
  const end = openPopover(asElement(menu));
  expect(isPopoverOpen(asElement(menu))).toBe(false);
  tell('pointerdown', { target: menu.inner });
  expect(heard).toEqual([]);
  tell('pointerdown', { target: new EventTarget() });
  tell('keydown', { key: 'Escape' });
  expect(heard).toEqual(['closed', 'closed']);
  end();
  tell('keydown', { key: 'Escape' });
  expect(heard).toHaveLength(2);
});
