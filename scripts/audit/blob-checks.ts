/** I2 and I3: files have their bytes, the index lists their holders, and the store holds nothing else. */
import { parseManifest } from '#shared/content/manifest.ts';
import { type Audited, byName, type Finding, ofClass, waitingEvents, whereOf } from './finding.ts';
import { imagesOf } from './image-checks.ts';
import { hasTable, type ObjectCopy, rowsOf } from './state-copy.ts';

interface ContentRow {
  key: string;
  manifest: string;
  size: number;
}

interface RefRow {
  key: string;
  drive: string;
  seq: number;
  present: number;
}

/** Everything the indexes say, put together. */
interface Index {
  blobs: ReadonlyMap<string, ContentRow & { object: ObjectCopy; deadMs: number | null }>;
  /** `content key/drive` of every reference that counts. */
  present: ReadonlySet<string>;
  refs: readonly (RefRow & { object: ObjectCopy })[];
}

/** Contents that waiting events say the drive holds (`true`) or holds no more. */
function toldContents(drive: ObjectCopy, isPresent: boolean): Set<string> {
  return new Set(
    waitingEvents(drive)
      .filter(({ event, payload }) => /^drive\.contents?-changed$/.test(event) && payload['present'] === isPresent)
      .flatMap(({ payload }) => (payload['contentKeys'] ?? [payload['contentKey']]) as string[]),
  );
}

/** The index object of a content (worker/services/drive/blobs/keys.ts). */
function indexNameOf(contentKey: string, digits: number): string {
  return `blob-index-${contentKey.slice(2, 2 + digits)}`;
}

function readIndex(audited: Audited): Index {
  const blobs = new Map<string, ContentRow & { object: ObjectCopy; deadMs: number | null }>();
  const refs: (RefRow & { object: ObjectCopy })[] = [];
  for (const object of ofClass(audited, 'BlobIndexObject')) {
    const rows = rowsOf<ContentRow & { deadMs: number | null }>(
      object.db,
      'SELECT content_key AS key, manifest, size_bytes AS size, dead_ms AS deadMs FROM blobs',
    );
    for (const row of rows) blobs.set(row.key, { ...row, object });
    for (const row of rowsOf<RefRow>(object.db, 'SELECT content_key AS key, drive_id AS drive, seq, present FROM refs'))
      refs.push({ ...row, object });
  }
  return {
    blobs,
    refs,
    present: new Set(refs.filter((ref) => ref.present === 1).map((ref) => `${ref.key}/${ref.drive}`)),
  };
}

/** The bytes of one manifest, in the store. */
function checkBytes(audited: Audited, where: string, row: ContentRow): Finding[] {
  const manifest = parseManifest(row.manifest);
  const i2 = (kind: string, says: string, ids: string[] = [row.key]): Finding => ({
    invariant: 'I2',
    kind,
    where,
    ids,
    says,
  });
  if (!manifest) return [i2('manifest-unreadable', 'its manifest cannot be read')];
  if (manifest.size !== row.size)
    return [i2('manifest-size', `its manifest holds ${manifest.size} bytes, the row says ${row.size}`)];
  return manifest.parts.flatMap((part) => {
    const blob = audited.store.blobs.get(part.key);
    if (!blob?.file) return [i2('blob-missing', 'an object of it is not in the store', [row.key, part.key])];
    if (blob.sizeBytes !== part.size)
      return [i2('blob-size', `an object has ${blob.sizeBytes} bytes instead of ${part.size}`, [row.key, part.key])];
    return [];
  });
}

function contentsOf(drive: ObjectCopy): ContentRow[] {
  return rowsOf<ContentRow>(drive.db, 'SELECT content_key AS key, manifest, size_bytes AS size FROM contents');
}

/** I2 in one drive: every file's content is known here and to the index, in the same size and objects. */
function checkDrive(audited: Audited, drive: ObjectCopy, index: Index): Finding[] {
  const where = whereOf(drive);
  const found: Finding[] = rowsOf<{ id: string; key: string }>(
    drive.db,
    `SELECT id, nodes.content_key AS key FROM nodes LEFT JOIN contents ON contents.content_key = nodes.content_key
     WHERE nodes.content_key IS NOT NULL AND (contents.content_key IS NULL OR contents.size_bytes <> nodes.size_bytes)`,
  ).map(({ id, key }) => ({
    invariant: 'I2',
    kind: 'file-content',
    where,
    ids: [id, key],
    says: 'its content is not known, or has another size',
  }));
  const told = toldContents(drive, true);
  for (const row of contentsOf(drive)) {
    found.push(...checkBytes(audited, where, row));
    const blob = index.blobs.get(row.key);
    if (!blob) {
      found.push({
        invariant: 'I2',
        kind: 'content-unindexed',
        where,
        ids: [row.key],
        says: 'the index does not know it',
      });
      continue;
    }
    if (blob.manifest !== row.manifest || blob.size !== row.size)
      found.push({
        invariant: 'I2',
        kind: 'manifest-differs',
        where,
        ids: [row.key],
        says: 'the index keeps it as other objects',
      });
    if (!index.present.has(`${row.key}/${drive.name}`) && !told.has(row.key))
      found.push({
        invariant: 'I3',
        kind: 'reference-missing',
        where,
        ids: [row.key],
        says: 'the index does not know that this drive holds it',
      });
  }
  return found;
}

/** Objects promised to small files that have not landed. */
function leasesOf(drive: ObjectCopy): string[] {
  if (!hasTable(drive.db, 'put_leases')) return [];
  return rowsOf<{ key: string }>(drive.db, 'SELECT object_key AS key FROM put_leases').map(({ key }) => key);
}

/** I3: every reference stands for files, every blob without references is going. */
function checkIndex(audited: Audited, index: Index): Finding[] {
  const found: Finding[] = [];
  const drives = byName(audited, 'DriveObject');
  const held = new Map(
    [...drives.values()].map((drive) => [drive.name, new Set(contentsOf(drive).map((row) => row.key))]),
  );
  for (const ref of index.refs) {
    const drive = drives.get(ref.drive);
    const where = whereOf(ref.object);
    const ids = [ref.key, ref.drive];
    const lastSeq = drive ? (rowsOf<{ seq: number }>(drive.db, 'SELECT ref_seq AS seq FROM space')[0]?.seq ?? 0) : 0;
    if (ref.seq > lastSeq)
      found.push({
        invariant: 'I3',
        kind: 'reference-ahead',
        where,
        ids,
        says: `heard number ${ref.seq}, the drive is at ${lastSeq}`,
      });
    if (ref.present !== 1 || held.get(ref.drive)?.has(ref.key)) continue;
    // Claimed by a hash job whose upload is not finished yet, or for a small file that has not landed; or the event that it is
    // gone still waits.
    const isComing =
      drive &&
      (rowsOf(drive.db, "SELECT 1 FROM uploads WHERE state = 'hashing' LIMIT 1").length > 0 ||
        leasesOf(drive).some((key) => audited.store.blobs.has(key)));
    const isGoing = drive && toldContents(drive, false).has(ref.key);
    if (!isComing && !isGoing)
      found.push({
        invariant: 'I3',
        kind: 'reference-stale',
        where,
        ids,
        says: 'counted for a drive that does not hold it',
      });
  }
  const heldKeys = new Set(index.refs.filter((ref) => ref.present === 1).map((ref) => ref.key));
  for (const { key, object, deadMs, ...row } of index.blobs.values()) {
    const where = whereOf(object);
    found.push(...checkBytes(audited, where, { key, ...row }));
    if (object.name !== indexNameOf(key, audited.indexDigits))
      found.push({
        invariant: 'I2',
        kind: 'blob-in-wrong-index',
        where,
        ids: [key],
        says: 'kept by an index that is never asked for it',
      });
    const isHeld = heldKeys.has(key);
    if (isHeld !== (deadMs === null))
      found.push({
        invariant: 'I3',
        kind: isHeld ? 'blob-dying' : 'blob-unreferenced',
        where,
        ids: [key],
        says: isHeld ? 'a drive holds it and it is on its way out' : 'nobody holds it and nothing takes it away',
      });
  }
  return found;
}

/** Whose the objects of the store are, and which of them are to be deleted. */
function ownersOf(
  audited: Audited,
  index: Index,
): { owned: Map<string, string[]>; going: Map<string, string>; promised: Set<string> } {
  const owned = new Map<string, string[]>();
  const promised = new Set<string>();
  const going = new Map<string, string>();
  const own = (key: string, owner: string): void => void owned.set(key, [...(owned.get(key) ?? []), owner]);
  for (const { key, manifest } of index.blobs.values())
    for (const part of parseManifest(manifest)?.parts ?? []) own(part.key, `blob ${key}`);
  for (const drive of ofClass(audited, 'DriveObject')) {
    for (const key of leasesOf(drive)) promised.add(key);
    for (const row of rowsOf<{ key: string; upload: string }>(
      drive.db,
      'SELECT object_key AS key, upload_id AS upload FROM upload_parts WHERE stored = 1',
    ))
      own(row.key, `upload ${row.upload}`);
    const sealed = rowsOf<{ id: string; manifest: string }>(
      drive.db,
      "SELECT id, manifest FROM uploads WHERE state = 'hashing' AND manifest IS NOT NULL",
    );
    for (const row of sealed)
      for (const part of parseManifest(row.manifest)?.parts ?? []) own(part.key, `upload ${row.id}`);
    for (const row of rowsOf<{ key: string }>(drive.db, 'SELECT object_key AS key FROM discards'))
      going.set(row.key, whereOf(drive));
  }
  for (const object of ofClass(audited, 'BlobIndexObject')) {
    for (const { key, objectKey, leaseMs } of imagesOf(object))
      if (leaseMs === null) own(objectKey, `images of ${key}`);
      else promised.add(objectKey);
    for (const row of rowsOf<{ key: string }>(object.db, 'SELECT object_key AS key FROM removals'))
      going.set(row.key, whereOf(object));
  }
  return { owned, going, promised };
}

function checkStore(audited: Audited, index: Index): Finding[] {
  const found: Finding[] = [];
  const { owned, going, promised } = ownersOf(audited, index);
  for (const [key, where] of going) {
    const owners = owned.get(key);
    if (owners)
      found.push({
        invariant: 'I2',
        kind: 'owned-blob-going',
        where,
        ids: [key, ...owners],
        says: 'is to be deleted although it is in use',
      });
  }
  for (const [key, owners] of owned) {
    const uploads = new Set(owners.filter((owner) => owner.startsWith('upload ')));
    const blobs = new Set(owners.filter((owner) => owner.startsWith('blob ')));
    // A sealed upload and the blob it has just been claimed as are the same bytes.
    if (blobs.size > 1 || uploads.size > 1)
      found.push({
        invariant: 'I3',
        kind: 'blob-of-two',
        where: 'store',
        ids: [key, ...owners],
        says: 'belongs to more than one',
      });
  }
  for (const key of audited.store.blobs.keys())
    if (!owned.has(key) && !going.has(key) && !promised.has(key))
      found.push({
        invariant: 'I3',
        kind: 'orphan',
        where: 'store',
        ids: [key],
        says: 'nothing refers to it',
        repair: { kind: 'remove-blob', key },
      });
  for (const place of audited.store.strays)
    found.push({ invariant: 'I3', kind: 'stray-file', where: 'store', ids: [place], says: 'no object of the store' });
  return found;
}

export function checkBlobs(audited: Audited): Finding[] {
  const index = readIndex(audited);
  return [
    ...ofClass(audited, 'DriveObject').flatMap((drive) => checkDrive(audited, drive, index)),
    ...checkIndex(audited, index),
    ...checkStore(audited, index),
  ];
}
