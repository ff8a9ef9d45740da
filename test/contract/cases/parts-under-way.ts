import { inDrive, type Person } from '../world.ts';

/** As many parts of a file are on their way as may be. @param key  of the file, as its sender chose it */
export async function fillParts(owner: Person, key: string): Promise<void> {
  await inDrive(
    owner,
    `INSERT INTO upload_parts (upload_id, part, object_key, size_bytes, etag, stored, at_ms)
     SELECT sent.upload_id, value, '', 0, '', 0, ${Date.now()} FROM json_each('[2,3,4,5]'),
       (SELECT upload_id FROM grant_uploads WHERE file_key = ?1 UNION SELECT upload_id FROM collect_files WHERE file_key = ?1) AS sent`,
    key,
  );
}
