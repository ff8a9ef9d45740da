/** The operators' texts in the frame of every page, as one request shows them. Types only. */

import type { ServiceKind } from './config/service-kind.ts';

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
  readonly look: ShownLook;
  /** Host of the app. */
  readonly host: string;
  /** Null where there is none, and where it was closed. */
  readonly notice: PublishedNotice | null;
  /** There is one, and this browser has closed it. */
  readonly isNoticeClosed: boolean;
  /** '' for none. */
  readonly supportEmail: string;
  /** This page, where closing a note leads back to. */
  readonly here: string;
}

export interface ShownLogo {
  /** Names the stored picture. */
  readonly id: string;
  /** CSS pixels at twice the height of the header's mark. */
  readonly width: number;
  readonly height: number;
}

export interface ShownLook {
  readonly kind: ServiceKind;
  readonly name: string;
  /** Null: the bird. */
  readonly logo: ShownLogo | null;
  /** Changes with logo and colours, and names their style sheet; '' for those of the product. */
  readonly mark: string;
  /** A line at the foot; '' for that of the product. */
  readonly footer: string;
  /** '' for the text of the product. */
  readonly agreementHref: string;
  readonly privacyHref: string;
}
