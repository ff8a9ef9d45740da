/** I2 and I3 for small images of contents: each belongs to a blob, is whole in the store, and drives have the same copy of its row. */
import { type Audited, type Finding, ofClass, whereOf } from './finding.ts';
import { hasTable, type ObjectCopy, rowsOf } from './state-copy.ts';

/** One row of the index. */
export interface IndexedImages {
  /** Content key. */
  key: string;
  objectKey: string;
  /** Epoch ms; null when they are made. */
  leaseMs: number | null;
  sizeBytes: number;
}

/** Rows of a blob index that name an object; empty for a folder of a version before. */
export function imagesOf(index: ObjectCopy): IndexedImages[] {
  if (!hasTable(index.db, 'images')) return [];
  return rowsOf<IndexedImages>(
    index.db,
    `SELECT content_key AS key, object_key AS objectKey, lease_ms AS leaseMs, small_bytes + large_bytes AS sizeBytes
     FROM images WHERE object_key IS NOT NULL`,
  );
}

function checkIndex(audited: Audited, index: ObjectCopy): Finding[] {
  const where = whereOf(index);
  const blobs = new Set(
    rowsOf<{ key: string }>(index.db, 'SELECT content_key AS key FROM blobs').map(({ key }) => key),
  );
  return imagesOf(index).flatMap(({ key, objectKey, leaseMs, sizeBytes }): Finding[] => {
    if (!blobs.has(key))
      return [
        { invariant: 'I3', kind: 'images-without-blob', where, ids: [key], says: 'images of an unknown content' },
      ];
    if (leaseMs !== null || audited.store.blobs.get(objectKey)?.sizeBytes === sizeBytes) return [];
    const says = 'its small images are missing in the store, or have another size';
    return [{ invariant: 'I2', kind: 'images-missing', where, ids: [key, objectKey], says }];
  });
}

/** Images that a browser made: of a content of the drive, and stored as one. */
function checkOwn(drive: ObjectCopy): Finding[] {
  const where = whereOf(drive);
  const says = 'an image of a content that the drive lacks, or without its own';
  return rowsOf<{ key: string }>(
    drive.db,
    `SELECT content_key AS key FROM own_images WHERE content_key NOT IN (SELECT content_key FROM contents)
     OR image_key NOT IN (SELECT content_key FROM contents)`,
  ).map(({ key }) => ({ invariant: 'I3', kind: 'own-image-of-nothing', where, ids: [key], says }));
}

function checkDrive(drive: ObjectCopy, made: ReadonlyMap<string, string>): Finding[] {
  if (!hasTable(drive.db, 'images')) return [];
  const where = whereOf(drive);
  const rows = rowsOf<{ key: string; objectKey: string | null; isHeld: number }>(
    drive.db,
    `SELECT images.content_key AS key, object_key AS objectKey, contents.content_key IS NOT NULL AS isHeld
     FROM images LEFT JOIN contents ON contents.content_key = images.content_key`,
  );
  return rows.flatMap(({ key, objectKey, isHeld }): Finding[] => {
    if (isHeld === 0)
      return [{ invariant: 'I3', kind: 'images-of-nothing', where, ids: [key], says: 'images of a content it lacks' }];
    if (objectKey === null || made.get(key) === objectKey) return [];
    const says = 'the index has other images of it';
    return [{ invariant: 'I2', kind: 'images-differ', where, ids: [key, objectKey], says }];
  });
}

export function checkImages(audited: Audited): Finding[] {
  const indexes = ofClass(audited, 'BlobIndexObject');
  const made = new Map(
    indexes.flatMap((index) =>
      imagesOf(index).flatMap(({ key, objectKey, leaseMs }) => (leaseMs === null ? [[key, objectKey] as const] : [])),
    ),
  );
  return [
    ...indexes.flatMap((index) => checkIndex(audited, index)),
    ...ofClass(audited, 'DriveObject').flatMap((drive) => [...checkDrive(drive, made), ...checkOwn(drive)]),
  ];
}
