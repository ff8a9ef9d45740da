/**
 * Shows what a pasted text was taken for, before it is sent: the code of its message, the mail address without what surrounds it. The
 * server reads the same text by the same rules (#shared/intake), so that forms need none of this.
 */
import { takeCode } from '#shared/intake/code.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { CODE_SHAPES, type CodeKind } from '#shared/intake/shapes.ts';

const PASTED: ReadonlySet<string> = new Set([
  'insertFromPaste',
  'insertFromPasteAsQuotation',
  'insertFromDrop',
  'insertReplacementText',
]);

function isKind(text: string | undefined): text is CodeKind {
  return text !== undefined && Object.hasOwn(CODE_SHAPES, text);
}

/**
 * The text that a field shows for this one; the same text where nothing is taken from it.
 * @param isPasted  the person looks at it before it is sent, so that of several codes the likeliest is shown
 */
export function shownFor(field: Pick<HTMLInputElement, 'value' | 'type' | 'dataset'>, isPasted: boolean): string {
  const { value, type, dataset } = field;
  if (type === 'email') return mailAddressIn(value);
  const kind = dataset['code'];
  if (!isKind(kind)) return value;
  const { code, isSure } = takeCode(value, CODE_SHAPES[kind]);
  return code !== '' && (isSure || isPasted) ? code : value;
}

function show(field: HTMLInputElement, isPasted: boolean): void {
  const text = shownFor(field, isPasted);
  if (text === field.value) return;
  field.value = text;
  // Frameworks take the new value from this event; it is no paste, so that it comes here once.
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Watches all fields, also those added later, and reads those that were filled before. May be called repeatedly; listens once. */
export function watchPasted(page: Document): void {
  const { dataset } = page.documentElement;
  if (dataset['pasted'] !== undefined) return;
  dataset['pasted'] = 'watched';
  page.addEventListener('input', (event) => {
    const { target } = event;
    if (target instanceof HTMLInputElement && event instanceof InputEvent && PASTED.has(event.inputType))
      show(target, true);
  });
  // Typed text is read when the person is done with it: full-width letters, blanks between groups.
  page.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) show(target, false);
  });
  for (const field of page.querySelectorAll<HTMLInputElement>('input[data-code], input[type="email"]'))
    show(field, true);
}
