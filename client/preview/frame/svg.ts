/** A drawing as an inert picture: as an image it runs no script and loads nothing. */
import type { Render } from './render.ts';

export const renderSvg: Render = async ({ bytes, name }, root) => {
  const image = new Image();
  image.alt = name;
  image.className = 'drawing';
  image.src = URL.createObjectURL(new Blob([bytes], { type: 'image/svg+xml' }));
  await image.decode();
  root.append(image);
  return null;
};
