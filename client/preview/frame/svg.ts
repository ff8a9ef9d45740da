/** A drawing as an inert picture: as an image it runs no script and loads nothing. */
import type { Render } from './render.ts';

/** Pictures at other addresses, which are not loaded. */
function linkedPictures(markup: string): number {
  const drawing = new DOMParser().parseFromString(markup, 'image/svg+xml');
  return [...drawing.getElementsByTagNameNS('*', 'image')].filter((image) => {
    const address = image.getAttribute('href') ?? image.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ?? '';
    return address !== '' && !/^(?:data:|#)/i.test(address);
  }).length;
}

export const renderSvg: Render = async ({ bytes, name }, root, reportOmissions) => {
  const image = new Image();
  image.alt = name;
  image.className = 'drawing';
  image.src = URL.createObjectURL(new Blob([bytes], { type: 'image/svg+xml' }));
  await image.decode();
  root.append(image);
  reportOmissions({ pictures: linkedPictures(new TextDecoder().decode(bytes)) });
  return null;
};
