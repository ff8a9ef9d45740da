/** A picture of the operators above all files, and its close button. Its height is reserved before the picture loads. */
import type { ReactNode } from 'react';
import { CloseNote, linkProps } from '#client/shell/notice-line.view.tsx';
import type { PublishedBanner } from '#shared/published.ts';

export function BannerView({ id, title, imageSrc, link }: PublishedBanner): ReactNode {
  return (
    <div className="relative mb-5 max-w-xl">
      <a className="block rounded-md" {...linkProps(link)}>
        <img
          src={imageSrc}
          alt={title}
          width={1152}
          height={288}
          referrerPolicy="no-referrer"
          className="aspect-[4/1] w-full rounded-md bg-sunken object-cover"
        />
      </a>
      <CloseNote id={id} of={title} className="absolute end-1 top-1 rounded-md bg-surface" />
    </div>
  );
}
