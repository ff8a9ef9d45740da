/** A picture: zoom by wheel, pinch, double tap, keys and buttons; drag, rotation, EXIF facts. */
import { readStart } from '../content.ts';
import { iconButton, make } from '../element.ts';
import { PreviewError } from '../preview-error.ts';
import type { ShowContext, Shown } from '../preview-types.ts';
import { EXIF_BYTES, readExif } from './exif.ts';
import { exifFacts } from './exif-facts.ts';
import {
  clamped,
  FITTED,
  fittedSize,
  maxScaleOf,
  type PictureView,
  type Point,
  type Size,
  turnedSize,
  ZOOM_STEP,
  zoomedAt,
} from './zoom.rules.ts';

/** Zoom of a double tap. */
const TAP_SCALE = 2.5;
/** Px of one arrow key, where the picture is larger than the stage. */
const PAN_PX = 80;

function loaded(image: HTMLImageElement, url: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    image.onload = () => resolve();
    image.onerror = () => reject(new PreviewError('unreadable'));
    signal.addEventListener('abort', () => {
      image.removeAttribute('src');
      reject(signal.reason as Error);
    });
    image.src = url;
  });
}

/** Position and zoom of one picture, drawn by a transform. */
function makeZoom(stage: HTMLElement, image: HTMLImageElement, onChange: (scale: number, max: number) => void) {
  let view: PictureView = FITTED;
  let turns = 0;
  const stageSize = (): Size => ({ width: stage.clientWidth, height: stage.clientHeight });
  const natural = (): Size => ({ width: image.naturalWidth || 1, height: image.naturalHeight || 1 });
  const fitted = () => fittedSize(natural(), stageSize(), turns);
  const max = () => maxScaleOf(natural(), fitted());

  function draw(): void {
    const size = fitted();
    view = clamped(view, turnedSize(size, turns), stageSize());
    image.style.width = `${size.width}px`;
    image.style.height = `${size.height}px`;
    image.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale}) rotate(${turns * 90}deg)`;
    stage.toggleAttribute('data-zoomed', view.scale > 1);
    onChange(view.scale, max());
  }

  /** A point of the window, from the middle of the stage. */
  function fromMiddle({ x, y }: Point): Point {
    const box = stage.getBoundingClientRect();
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  }

  return {
    draw,
    isZoomed: () => view.scale > 1,
    zoom(factor: number, point?: Point): void {
      view = zoomedAt(view, factor, point ? fromMiddle(point) : { x: 0, y: 0 }, max());
      draw();
    },
    reset(): void {
      view = FITTED;
      draw();
    },
    /** @returns whether it moved */
    drag(x: number, y: number): boolean {
      if (view.scale <= 1) return false;
      view = { ...view, x: view.x + x, y: view.y + y };
      draw();
      return true;
    },
    turn(): void {
      turns = (turns + 1) % 4;
      view = FITTED;
      draw();
    },
  };
}

type Zoom = ReturnType<typeof makeZoom>;

/** Keys of a picture. Arrows move one that is larger than the stage. */
function answerKey(event: KeyboardEvent, zoom: Zoom): boolean {
  const arrows: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [0, PAN_PX],
    ArrowDown: [0, -PAN_PX],
    ArrowLeft: [PAN_PX, 0],
    ArrowRight: [-PAN_PX, 0],
  };
  const arrow = arrows[event.key];
  if (event.key === '+' || event.key === '=') zoom.zoom(ZOOM_STEP);
  else if (event.key === '-') zoom.zoom(1 / ZOOM_STEP);
  else if (event.key === '0') zoom.reset();
  else if (event.key === 'r') zoom.turn();
  else if (arrow && zoom.isZoomed()) zoom.drag(...arrow);
  else return false;
  return true;
}

/** @param url  of the content, or of the same picture in another format */
export async function showPicture(context: ShowContext, url: string): Promise<Shown> {
  const { item, host, signal } = context;
  const { t } = host.translator;
  const image = make('img', { class: 'viewer-picture', alt: item.name, draggable: 'false', decoding: 'async' });
  const stage = make('div', { class: 'viewer-picture-stage' }, image);
  const zoomIn = iconButton({ sign: 'zoomIn', label: t('preview.zoom_in'), onPress: () => zoom.zoom(ZOOM_STEP) });
  const zoomOut = iconButton({
    sign: 'zoomOut',
    label: t('preview.zoom_out'),
    onPress: () => zoom.zoom(1 / ZOOM_STEP),
  });
  const turn = iconButton({ sign: 'rotate', label: t('preview.rotate'), onPress: () => zoom.turn() });
  const zoom = makeZoom(stage, image, (scale, max) => {
    zoomOut.disabled = scale <= 1;
    zoomIn.disabled = scale >= max;
  });
  await loaded(image, url, signal);
  const sizes = new ResizeObserver(() => zoom.draw());
  sizes.observe(stage);
  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      // A wheel that counts lines moves 3 a notch, one that counts px about 100.
      const steps = event.deltaY / (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 3 : 100);
      zoom.zoom(1.3 ** -Math.max(-3, Math.min(3, steps)), { x: event.clientX, y: event.clientY });
    },
    { passive: false },
  );
  return {
    element: stage,
    tools: [zoomOut, zoomIn, turn],
    onKey: (event) => answerKey(event, zoom),
    gestures: {
      onDrag: zoom.drag,
      onPinch: zoom.zoom,
      onDoubleTap: (point) => (zoom.isZoomed() ? zoom.reset() : zoom.zoom(TAP_SCALE, point)),
    },
    facts: async () => {
      const pixels = `${host.format.number(image.naturalWidth)} × ${host.format.number(image.naturalHeight)}`;
      const size = { label: t('preview.fact.pixels'), value: pixels };
      const bytes = await readStart(await context.link(), EXIF_BYTES, signal).catch(() => new Uint8Array());
      return [size, ...exifFacts(readExif(bytes), host)];
    },
    end: () => {
      sizes.disconnect();
      image.removeAttribute('src');
    },
  };
}
