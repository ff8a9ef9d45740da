/** Images of drawn rows. They get their address from thumbnails.ts, which is loaded with the first of them. */
import type { Thumbnails } from './thumbnails.ts';

const drawn = new Set<HTMLImageElement>();
let thumbnails: Thumbnails | undefined;
let isLoading = false;

function load(): void {
  isLoading = true;
  import('./thumbnails.ts').then(
    ({ makeThumbnails }) => {
      thumbnails = makeThumbnails();
      for (const image of drawn) thumbnails.add(image);
    },
    () => {
      // Rows keep the icons of their kinds; the next drawn image tries again.
      isLoading = false;
    },
  );
}

/** Ref of an image with `data-src`. @returns what ends the watch */
export function watchImage(image: HTMLImageElement): () => void {
  drawn.add(image);
  if (thumbnails) thumbnails.add(image);
  else if (!isLoading) load();
  return () => {
    drawn.delete(image);
    thumbnails?.remove(image);
  };
}
