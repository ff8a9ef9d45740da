/** A document, a text, or a picture that browsers do not show: read here, shown by the sandboxed frame. */
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import { readAll, readStart, withFreshLink } from '../content.ts';
import { iconButton, make } from '../element.ts';
import { makeChosenEncodings } from '../encoding/chosen-encodings.ts';
import { makeEncodingMenu } from '../encoding/encoding-menu.ts';
import { type FrameFormat, isEditable, isText, limitBytesOf } from '../kinds.rules.ts';
import { type Omissions, sentencesOf } from '../less.rules.ts';
import { showPicture } from '../picture/picture.ts';
import { PreviewError } from '../preview-error.ts';
import type { ShowContext, Shown } from '../preview-types.ts';
import { makeShortfall } from '../shortfall.ts';
import { type Editor, type NotEditable, openEditor } from './editor.ts';
import { openFrame } from './frame-window.ts';
import type { FrameLabels } from './messages.ts';
import { isInAnotherFolder, openLink } from './open-link.ts';
import { makePicturesBeside } from './pictures-beside.ts';

/** A document that takes longer is too much for the reader's device. */
const SHOW_TIMEOUT_MS = 60_000;
/** Pictures that the frame decodes; the page shows and zooms them. */
const DECODED: readonly FrameFormat[] = ['heic', 'tiff'];
const LINE_END = 0x0a;

function labelsOf({ host }: ShowContext): FrameLabels {
  const { t } = host.translator;
  return {
    zoomIn: t('preview.zoom_in'),
    zoomOut: t('preview.zoom_out'),
    page: t('preview.position', { index: '{index}', count: '{count}' }),
    password: t('preview.password'),
    passwordWrong: t('preview.password_wrong'),
    open: t('preview.password_open'),
    empty: t('preview.empty'),
  };
}

interface Framed {
  readonly element: HTMLElement;
  end(): void;
}

interface ShowOptions {
  /** Of a text, as the reader chose it; null for a guess. */
  readonly encoding: TextEncoding | null;
  /** A text is shown, read in this encoding. */
  readonly onEncoding: (encoding: TextEncoding) => void;
  /** Takes the decoded picture, where the format is one. */
  readonly onPicture: (picture: Blob, pages: number) => void;
  readonly onLess: (omissions: Omissions) => void;
  /** The document has a picture of another folder, which is not looked for. */
  readonly onPictureElsewhere: () => void;
}

/** Shows bytes in a new frame, which takes them. */
function showInFrame(
  context: ShowContext,
  format: FrameFormat,
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  { encoding, onEncoding, onPicture, onLess, onPictureElsewhere }: ShowOptions,
): Framed {
  const { host, item, fail, signal } = context;
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = document.documentElement.dataset['theme'];
  const cover = make(
    'div',
    { class: 'viewer-loading', role: 'status' },
    make('progress', {
      'aria-label': host.translator.t('preview.loading'),
    }),
  );
  const beside = makePicturesBeside(context);
  const timer = setTimeout(() => fail(new PreviewError('unreadable')), SHOW_TIMEOUT_MS);
  const frame = openFrame(
    new URL(url).origin,
    item.name,
    {
      magpie: 'show',
      format,
      name: item.name,
      bytes: bytes.buffer,
      labels: labelsOf(context),
      isDark: theme === 'dark' || (theme !== 'light' && isDark),
      language: host.translator.locale,
      encoding,
    },
    (message) => {
      if (signal.aborted) return;
      if (message.magpie === 'key') passKey(frame.element, message.key);
      if (message.magpie === 'open') openLink(context, message.address);
      if (message.magpie === 'less') onLess(message.omissions);
      if (message.magpie === 'picture-beside' && format === 'markdown') {
        if (isInAnotherFolder(message.address)) onPictureElsewhere();
        void beside(message.address).then(frame.give);
      }
      if (['ready', 'key', 'open', 'less', 'picture-beside'].includes(message.magpie)) return;
      clearTimeout(timer);
      cover.remove();
      if (message.magpie === 'failed') fail(new PreviewError(message.reason));
      if (message.magpie === 'shown' && message.encoding) onEncoding(message.encoding);
      if (message.magpie === 'picture') onPicture(new Blob([message.bytes], { type: message.mime }), message.pages);
    },
  );
  return {
    element: make('div', { class: 'viewer-document' }, frame.element, cover),
    end: () => {
      clearTimeout(timer);
      frame.end();
    },
  };
}

/** A key pressed inside the frame acts as one of the viewer. */
function passKey(frame: HTMLElement, key: string): void {
  const dialog = frame.closest('dialog');
  if (key === 'Escape') dialog?.dispatchEvent(new Event('cancel', { cancelable: true }));
  else dialog?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

/** The start of a text that is too long to load, up to its last whole line. @throws PreviewError */
async function readLines(url: string, limitBytes: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const start = await readStart(url, limitBytes, signal);
  const end = start.lastIndexOf(LINE_END);
  return end > 0 ? start.subarray(0, end + 1) : start;
}

/** @throws PreviewError */
export async function showDocument(context: ShowContext, format: FrameFormat): Promise<Shown> {
  const { host, item, signal, link, progress } = context;
  const limitBytes = limitBytesOf({ kind: 'frame', format });
  const isCut = isText({ kind: 'frame', format }) && item.sizeBytes > limitBytes;
  let address = '';
  const read = () =>
    withFreshLink(link, (url) => {
      address = url;
      return isCut ? readLines(url, limitBytes, signal) : readAll(url, limitBytes, signal, progress);
    });
  let bytes = await read();
  const shortfall = makeShortfall(context);
  if (isCut) shortfall.tell('text', [host.translator.t('preview.cut_text', { size: host.format.bytes(limitBytes) })]);
  if (DECODED.includes(format)) return showDecoded(context, format, address, bytes);
  const holder = make('div', { class: 'viewer-holder' });
  const chosen = makeChosenEncodings(host.userId);
  const menu = isText({ kind: 'frame', format })
    ? makeEncodingMenu(host.translator, chosen.get(item.id), (encoding) => {
        chosen.set(item.id, encoding);
        show();
      })
    : null;
  const open = (): Framed =>
    showInFrame(context, format, address, menu ? bytes.slice() : bytes, {
      encoding: menu && chosen.get(item.id),
      onEncoding: (encoding) => {
        if (chosen.get(item.id) === null) menu?.detected(encoding);
      },
      onPicture: () => undefined,
      onLess: (omissions) => shortfall.tell('frame', sentencesOf(omissions, host)),
      onPictureElsewhere: () => shortfall.tell('pictures', [host.translator.t('preview.pictures_elsewhere')], []),
    });
  let framed = open();
  holder.append(framed.element);

  /** Shows the bytes anew: they, or their encoding, have changed. */
  function show(): void {
    framed.end();
    for (const source of ['frame', 'pictures']) shortfall.tell(source, []);
    framed = open();
    holder.replaceChildren(framed.element);
  }
  const { save, revision } = host;
  const canEdit = save !== undefined && revision !== undefined && isEditable({ kind: 'frame', format }, item.sizeBytes);
  let endEditor: (() => void) | null = null;

  /** Shows the stored text again, as it is now. */
  async function showAgain(): Promise<void> {
    endEditor = null;
    showTools(true);
    bytes = await withFreshLink(
      () => link(true),
      (url) => readAll(url, limitBytes, signal, () => undefined),
    );
    show();
  }

  /** An editor has no use for them. */
  function showTools(isShown: boolean): void {
    edit.hidden = !isShown;
    if (menu) menu.element.hidden = !isShown;
  }

  function startEditor(editor: Editor | NotEditable): void {
    // A text that cannot be written back stays shown.
    if ('refusal' in editor) {
      showTools(true);
      context.note(editor.refusal);
      return;
    }
    endEditor = editor.end;
    framed.end();
    holder.replaceChildren(editor.element);
    editor.focus();
  }

  const edit = iconButton({
    sign: 'edit',
    label: host.translator.t('preview.edit'),
    onPress: () => {
      showTools(false);
      openEditor(
        context,
        (url) => readAll(url, limitBytes, signal, () => undefined),
        () => void showAgain().catch(context.fail),
      ).then(startEditor, context.fail);
    },
    attributes: { 'data-edit': true },
  });
  return {
    element: holder,
    tools: [...(menu ? [menu.element] : []), ...(canEdit ? [edit] : [])],
    less: shortfall.element,
    end: () => {
      endEditor?.();
      framed.end();
    },
  };
}

/** Decodes in a frame beside the stage, then shows the picture with zoom and rotation. */
async function showDecoded(
  context: ShowContext,
  format: FrameFormat,
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Shown> {
  let framed: Framed | null = null;
  try {
    const { picture, pages } = await new Promise<{ picture: Blob; pages: number }>((resolve, reject) => {
      const decoding: ShowContext = { ...context, fail: reject };
      framed = showInFrame(decoding, format, url, bytes, {
        encoding: null,
        onEncoding: () => undefined,
        onPicture: (decoded, count) => resolve({ picture: decoded, pages: count }),
        onLess: () => undefined,
        onPictureElsewhere: () => undefined,
      });
      framed.element.classList.add('viewer-aside');
      document.querySelector('dialog.viewer')?.append(framed.element);
      context.signal.addEventListener('abort', () => reject(context.signal.reason as Error));
    });
    const address = URL.createObjectURL(picture);
    const shown = await showPicture(context, address);
    const shortfall = makeShortfall(context);
    if (pages > 1) shortfall.tell('pages', [context.host.translator.t('preview.first_page', { count: pages })]);
    return {
      ...shown,
      less: shortfall.element,
      end: () => {
        shown.end();
        URL.revokeObjectURL(address);
      },
    };
  } finally {
    (framed as Framed | null)?.end();
    (framed as Framed | null)?.element.remove();
  }
}
