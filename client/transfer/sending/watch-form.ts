/**
 * A form that sends files, with script: files are chosen or dropped, and sent by what loads with the first of them. Files that broke off
 * before show at once.
 */
import type { Sending } from './send-files.ts';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** The whole page takes files, so that a drop need not meet the box. */
function watchDrops(zone: HTMLElement, onFiles: (files: Promise<readonly File[]>) => void): void {
  const mark = (isOver: boolean) => zone.toggleAttribute('data-over', isOver);
  let reading: typeof import('../upload/picked.ts') | null = null;
  addEventListener('dragenter', (event) => {
    // It is here before the drop; without it folders are left out.
    if (hasFiles(event)) void import('../upload/picked.ts').then((part) => (reading = part));
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

export interface FormSending {
  /** Files that broke off may wait: the list is asked for at once. */
  readonly isKnown: boolean;
  /** Files go on their way as they are chosen; else the user sends them. */
  readonly isImmediate: boolean;
  /** Loads the code that sends. */
  load(): Promise<Sending>;
}

/** Starts it. A form without a list is left to the browser. */
export function watchForm(form: HTMLFormElement, { isKnown, isImmediate, load }: FormSending): void {
  const field = form.elements.namedItem('file') as HTMLInputElement;
  const zone = form.querySelector<HTMLElement>('[data-sending-drop]');
  if (!zone) return;
  let loading: Promise<Sending> | null = null;
  /** Choices whose code is not here yet; null: none. */
  let adding: Promise<void> | null = null;
  const sending = () => {
    loading ??= load().then(async (made) => {
      // A file that is chosen again goes on.
      if (isKnown) await made.restore();
      // A page of a form alone shows the unfinished files at once.
      if (isKnown && !isImmediate && scrollY === 0)
        form.querySelector('[data-sending-list] > *')?.scrollIntoView({ block: 'center' });
      return made;
    });
    return loading;
  };
  function add(files: readonly File[]): void {
    const added = sending().then((made) => {
      if (adding === added) adding = null;
      made.add(files);
      if (isImmediate && files.length > 0) made.send();
    });
    adding = added;
  }
  const addField = () => {
    const files = [...(field.files ?? [])];
    // The next choice adds to this one.
    field.value = '';
    add(files);
  };
  field.multiple = true;
  field.required = false;
  field.addEventListener('change', addField);
  if (field.files?.length) addField();
  watchDrops(zone, (files) => void files.then(add));
  if (isKnown) void sending();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!adding && form.querySelector('[data-sending-list]')?.childElementCount === 0) {
      field.click();
      return;
    }
    void Promise.resolve(adding)
      .then(sending)
      .then((made) => made.send());
  });
}
