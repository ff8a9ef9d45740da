/**
 * Loads the images of rows: near the window, a few at a time, fewer while the list scrolls and none while it scrolls fast. Shows a
 * placeholder while the list rests and leaves the icon where an image cannot be had. Loaded with the first image; works on elements,
 * so no row is drawn again.
 */
import { blurBitmap } from './blur-bitmap.ts';
import { makeImageQueue } from './image-queue.ts';

export interface Thumbnails {
  add(image: HTMLImageElement): void;
  remove(image: HTMLImageElement): void;
}

/** Images at a time. Fewer than the connections that a browser opens to one host, so that a download finds one free. */
const AT_ONCE = { resting: 5, slow: 1, fast: 0 } as const;
/** Images this far outside the window are loaded. */
const MARGIN = '300px';
/** Faster than this is scrolling past, px a ms, until it has been slower for REST_MS. */
const FAST = 1.5;
const REST_MS = 120;
/** Two frames of a busy page. */
const FRAMES_MS = 50;
/** An image that took less came from the cache and is shown at once. */
const FADE_FROM_MS = 60;
const FADE_MS = 160;
/** A server that makes many images asks to come again. */
const RETRY_MS = [2_500, 8_000, 20_000, 20_000, 40_000] as const;

type Speed = 'resting' | 'slow' | 'fast';

/** Calls back when the list begins to scroll, scrolls fast, and rests again. @returns how it scrolls now */
function watchSpeed(onChange: (speed: Speed) => void): () => Speed {
  let [at, atMs] = [scrollY, performance.now()];
  let fastMs = Number.NEGATIVE_INFINITY;
  let speed: Speed = 'resting';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const change = (next: Speed) => {
    if (next === speed) return;
    speed = next;
    onChange(next);
  };
  const listen = () => {
    const nowMs = performance.now();
    if (Math.abs(scrollY - at) > FAST * Math.max(1, nowMs - atMs)) fastMs = nowMs;
    [at, atMs] = [scrollY, nowMs];
    change(nowMs - fastMs < REST_MS ? 'fast' : 'slow');
    clearTimeout(timer);
    // A timer that a long task held back comes before the scroll event that was held back with it.
    timer = setTimeout(() => {
      timer = setTimeout(() => change('resting'), FRAMES_MS);
    }, REST_MS - FRAMES_MS);
  };
  addEventListener('scroll', listen, { passive: true });
  return () => speed;
}

function fadeIn(image: HTMLImageElement, tookMs: number, isScrolled: boolean): void {
  image.style.background = 'var(--color-surface)';
  // Each frame of a fade is drawn anew: a list that moves has no time for it.
  if (isScrolled || tookMs < FADE_FROM_MS || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  image.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS, easing: 'ease-out' });
}

export function makeThumbnails(): Thumbnails {
  /** An image without address and placeholder is not drawn, so its box is watched. */
  const boxes = new Map<HTMLImageElement, Element>();
  const tries = new WeakMap<HTMLImageElement, number>();
  /** Images that could not be had, still drawn. */
  const missing = new Set<HTMLImageElement>();
  const queue = makeImageQueue<HTMLImageElement>(load);
  queue.limit(AT_ONCE.resting);

  function fail(image: HTMLImageElement): void {
    image.removeAttribute('src');
    image.style.background = '';
    // The outline of a broken image would cover the icon.
    image.style.visibility = 'hidden';
    image.dataset['failed'] = '';
    finish(image);
    retry(image);
  }

  function listen(image: HTMLImageElement): void {
    const startMs = performance.now();
    image.onload = () => {
      missing.delete(image);
      delete image.dataset['failed'];
      image.style.visibility = '';
      fadeIn(image, performance.now() - startMs, speedNow() !== 'resting');
      finish(image);
    };
    image.onerror = () => fail(image);
    showPlaceholder(image);
  }

  /** An image that the page of the server has started. */
  function adopt(image: HTMLImageElement): void {
    if (!image.complete) listen(image);
    else if (image.naturalWidth > 0) fadeIn(image, 0, false);
    else fail(image);
  }

  function load(image: HTMLImageElement): void {
    listen(image);
    image.src = image.dataset['src'] ?? '';
  }

  function watch(image: HTMLImageElement): void {
    const box = image.parentElement;
    if (!box) return;
    boxes.set(image, box);
    observer.observe(box);
  }

  /** It needs no more watching. */
  function finish(image: HTMLImageElement): void {
    const box = boxes.get(image);
    if (box) observer.unobserve(box);
    boxes.delete(image);
    queue.remove(image);
  }

  function retry(image: HTMLImageElement): void {
    missing.add(image);
    const tried = tries.get(image) ?? 0;
    const afterMs = RETRY_MS[tried];
    if (afterMs === undefined) return;
    tries.set(image, tried + 1);
    setTimeout(() => image.isConnected && watch(image), afterMs);
  }

  /** Drawing a few pixels large takes longer than a picture: a list that moves has no time for it. */
  function showPlaceholder(image: HTMLImageElement): void {
    if (image.style.background !== '' || speedNow() !== 'resting') return;
    const bitmap = blurBitmap(image.dataset['blur'] ?? '');
    if (bitmap !== '') image.style.background = `url(${bitmap}) 0 0 / 100% 100%`;
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const image = target.querySelector('img');
        if (!image) continue;
        if (isIntersecting) {
          showPlaceholder(image);
          queue.add(image);
        } else if (!image.hasAttribute('src')) queue.remove(image);
      }
    },
    { rootMargin: MARGIN },
  );
  const speedNow = watchSpeed((speed) => {
    if (speed === 'resting') for (const image of boxes.keys()) showPlaceholder(image);
    queue.limit(AT_ONCE[speed]);
  });

  // With the connection, all are tried again.
  addEventListener('online', () => {
    for (const image of missing) {
      tries.delete(image);
      if (!image.hasAttribute('src')) watch(image);
    }
    missing.clear();
  });

  return {
    add(image) {
      if (image.hasAttribute('src')) adopt(image);
      else if (image.dataset['src']) watch(image);
    },
    remove(image) {
      missing.delete(image);
      // The connection is free for the rows that are drawn now.
      if (!image.complete) image.removeAttribute('src');
      finish(image);
    },
  };
}
