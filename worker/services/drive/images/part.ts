/** The part of a drive that stores small images of contents. */
import type { AnyPart } from '#worker/platform/parts/object-parts.ts';

export const imagesPart = {
  tables: {
    22: `
  -- Small images of contents of this drive, as the blob index has them; object_key is null where none can be made.
  CREATE TABLE images (
    content_key TEXT PRIMARY KEY,
    version INTEGER NOT NULL,          -- of the codec that tried
    object_key TEXT,
    small_bytes INTEGER NOT NULL,
    large_bytes INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    blur TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
    24: `
  -- Images that this person's browser made of contents that the server cannot decode; image_key: the content of the image.
  CREATE TABLE own_images (
    content_key TEXT PRIMARY KEY,
    image_key TEXT NOT NULL,
    small_bytes INTEGER NOT NULL,
    large_bytes INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    blur TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
  },
} satisfies AnyPart;
