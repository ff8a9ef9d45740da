/**
 * Loads the images of rows: near the window, a few at a time, none while the list scrolls fast. Shows a placeholder until then and
 * leaves the icon where an image cannot be had. Loaded with the first image; works on elements, so no row is drawn again.
 */
import { blurBitmap } from './blur-bitmap.ts';
import { makeImageQueue } from './image-queue.ts';

export interface Thumbnails {
  add(image: HTMLImageElement): void;
  remove(image: HTMLImageElement): void;
}

/** Connections a browser opens to one host, so that a download finds one free. */
const AT_ONCE = 5;
/** Images this far outside the window are loaded. */
const MARGIN = '300px';
/** Faster than this is scrolling past, px a ms; images load again when it has been slower for REST_MS. */
const FAST = 1.5;
const REST_MS = 120;
/** An image that took less came from the cache and is shown at once. */
const FADE_FROM_MS = 60;
const FADE_MS = 160;
/** A server that makes many images asks to come again. */
const RETRY_MS = [2_500, 8_000, 20_000, 20_000, 40_000] as const;

/** Calls back when scrolling becomes fast and when it has become slow. @returns whether the list has just been scrolled */
function watchSpeed(onChange: (isFast: boolean) => void): () => boolean {
  let [at, atMs] = [scrollY, performance.now()];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    const nowMs = performance.now();
    const isFast = Math.abs(scrollY - at) > FAST * Math.max(1, nowMs - atMs);
    [at, atMs] = [scrollY, nowMs];
    if (!isFast) return;
    onChange(true);
    clearTimeout(timer);
    timer = setTimeout(() => onChange(false), REST_MS);
  };
  addEventListener('scroll', listen, { passive: true });
  return () => performance.now() - atMs < REST_MS;
}

function fadeIn(image: HTMLImageElement, tookMs: number, isScrolled: boolean): void {
  image.style.background = 'var(--color-surface)';
  // Each frame of a fade is drawn anew: a list that moves has no time for it.
  if (isScrolled || tookMs < FADE_FROM_MS || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  image.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS, easing: 'ease-out' });
}

export function makeThumbnails(): Thumbnails {
  const tries = new WeakMap<HTMLImageElement, number>();
  /** Images that could not be had, still drawn. */
  const missing = new Set<HTMLImageElement>();
  let isFast = false;
  const queue = makeImageQueue<HTMLImageElement>(AT_ONCE, load);

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
      fadeIn(image, performance.now() - startMs, isScrolled());
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

  /** It needs no more watching. */
  function finish(image: HTMLImageElement): void {
    observer.unobserve(image);
    queue.remove(image);
  }

  function retry(image: HTMLImageElement): void {
    missing.add(image);
    const tried = tries.get(image) ?? 0;
    const afterMs = RETRY_MS[tried];
    if (afterMs === undefined) return;
    tries.set(image, tried + 1);
    setTimeout(() => image.isConnected && observer.observe(image), afterMs);
  }

  function showPlaceholder(image: HTMLImageElement): void {
    if (image.style.background !== '') return;
    const bitmap = blurBitmap(image.dataset['blur'] ?? '');
    if (bitmap !== '') image.style.background = `url(${bitmap}) 0 0 / 100% 100%`;
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const image = target as HTMLImageElement;
        if (isIntersecting) {
          if (!isFast) showPlaceholder(image);
          queue.add(image);
        } else if (!image.hasAttribute('src')) queue.remove(image);
      }
    },
    { rootMargin: MARGIN },
  );
  const isScrolled = watchSpeed((fast) => {
    isFast = fast;
    queue.pause(fast);
  });

  // With the connection, all are tried again.
  addEventListener('online', () => {
    for (const image of missing) {
      tries.delete(image);
      if (!image.hasAttribute('src')) observer.observe(image);
    }
    missing.clear();
  });

  return {
    add(image) {
      if (image.hasAttribute('src')) adopt(image);
      else if (image.dataset['src']) observer.observe(image);
    },
    remove(image) {
      missing.delete(image);
      // The connection is free for the rows that are drawn now.
      if (!image.complete) image.removeAttribute('src');
      finish(image);
    },
  };
}
