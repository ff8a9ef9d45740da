/** The operators' texts in the frame of every page, as one request shows them. Types only. */

/** Where a link of an operator leads, judged. */
export interface PublishedLink {
  readonly href: string;
  /** Another site: opens in a tab of its own. */
  readonly isExternal: boolean;
}

export interface PublishedNotice {
  readonly id: string;
  readonly text: string;
  readonly link: PublishedLink | null;
}

export interface PublishedBanner {
  readonly id: string;
  readonly title: string;
  readonly imageSrc: string;
  readonly link: PublishedLink;
}

export interface PublishedSettings {
  /** Null where there is none, and where it was closed. */
  readonly notice: PublishedNotice | null;
  /** There is one, and this browser has closed it. */
  readonly isNoticeClosed: boolean;
  /** '' for none. */
  readonly supportEmail: string;
  /** This page, where closing a note leads back to. */
  readonly here: string;
}
