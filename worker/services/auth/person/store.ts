/** SQL of the name and the picture. */

export function setName(sql: SqlStorage, name: string): void {
  sql.exec('UPDATE account SET name = ?, name_of_former = 0', name);
}

export interface PictureRow {
  readonly hash: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

export function loadPicture(sql: SqlStorage): PictureRow | null {
  const row = sql.exec<{ hash: string; type: string; bytes: ArrayBuffer }>('SELECT * FROM pictures').toArray()[0];
  return row ? { hash: row.hash, type: row.type, bytes: row.bytes } : null;
}

/** @param picture  null removes it */
export function savePicture(sql: SqlStorage, picture: PictureRow | null): void {
  sql.exec('DELETE FROM pictures');
  if (picture)
    sql.exec(
      'INSERT INTO pictures (one, hash, type, bytes) VALUES (1, ?, ?, ?)',
      picture.hash,
      picture.type,
      picture.bytes,
    );
  sql.exec('UPDATE account SET avatar = ?', picture?.hash ?? '');
}
