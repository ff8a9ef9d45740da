/**
 * The form of a link that collects files, with script: files are chosen or dropped, and sent by what loads with the first of them. An
 * unfinished visit of this browser shows at once what waits to go on.
 */
import type { Sending } from './send-files.ts';
import { visitOf } from './visit.ts';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** The whole page takes files, so that a drop need not meet the box. */
function watchDrops(zone: HTMLElement, onFiles: (files: Promise<readonly File[]>) => void): void {
  const mark = (isOver: boolean) => zone.toggleAttribute('data-over', isOver);
  let reading: typeof import('#client/transfer/upload/picked.ts') | null = null;
  addEventListener('dragenter', (event) => {
    // It is here before the drop; without it folders are left out.
    if (hasFiles(event)) void import('#client/transfer/upload/picked.ts').then((part) => (reading = part));
  });
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  addEventListener('drop', (event) => {
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    mark(false);
    const { dataTransfer } = event;
    const picked = reading?.pickedFromDrop(dataTransfer).then((found) => found.flatMap(({ file }) => file ?? []));
    onFiles(picked ?? Promise.resolve([...dataTransfer.files]));
  });
}

/** Corrects the time of the server, which may not know where the visitor is. */
async function showLocalTime(time: HTMLTimeElement): Promise<void> {
  const { makeFormat } = await import('#shared/locale/format.ts');
  const { isLocale } = await import('#shared/locale/tags.ts');
  const { lang } = document.documentElement;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (isLocale(lang)) time.textContent = makeFormat(lang, timeZone).dateAndTime(Date.parse(time.dateTime));
}

/** Starts it. A form without a list is left to the browser. */
export function watchCollect(form: HTMLFormElement): void {
  const time = document.querySelector<HTMLTimeElement>('time[data-local]');
  if (time) void showLocalTime(time);
  const field = form.elements.namedItem('file') as HTMLInputElement;
  const zone = form.querySelector<HTMLElement>('[data-collect-drop]');
  if (!zone) return;
  const visit = visitOf(form, window, () => Date.now());
  let loading: Promise<Sending> | null = null;
  const sending = () => {
    loading ??= import('./send-files.ts').then((part) => part.makeSending(form, visit));
    return loading;
  };
  async function add(files: readonly File[]): Promise<void> {
    (await sending()).add(files);
  }
  const addField = () => {
    const files = [...(field.files ?? [])];
    // The next choice adds to this one.
    field.value = '';
    void add(files);
  };
  field.multiple = true;
  field.required = false;
  field.addEventListener('change', addField);
  if (field.files?.length) addField();
  watchDrops(zone, (files) => void files.then(add));
  if (visit.isKnown) void sending().then((part) => part.restore());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.querySelector('[data-collect-list]')?.childElementCount === 0) {
      field.click();
      return;
    }
    void sending().then((part) => part.send());
  });
}
