/** The newest files of a folder of a share as an Atom feed (RFC 4287), so that a program can follow it. Pure. */
import type { FileObject } from '#shared/drive/model.ts';
import type { OpenedShare } from '#worker/services/share/index.ts';
import { escapeHtml } from '../render/template.ts';
import { plainName } from './plain-name.ts';

interface FeedAddresses {
  /** Of the page of the folder. */
  readonly page: string;
  file(file: FileObject): string;
  /** Epoch ms. */
  readonly now: number;
}

function timeOf(file: FileObject): string {
  return file.modified_time || file.created_time;
}

export function atomOf(share: OpenedShare, { page, file: addressOf, now }: FeedAddresses): string {
  const escaped = (text: string) => escapeHtml(plainName(text));
  const files = share.files.filter(({ kind }) => kind === 'drive#file');
  const times = files.map(timeOf).filter((time) => time !== '');
  const updated = times.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? new Date(now).toISOString();
  const entries = files.map((file) =>
    [
      '<entry>',
      `<id>${escaped(`${page}#${file.id}.${file.revision}`)}</id>`,
      `<title>${escaped(file.name)}</title>`,
      `<updated>${escaped(timeOf(file) || updated)}</updated>`,
      file.web_content_link === ''
        ? ''
        : `<link rel="enclosure" href="${escaped(addressOf(file))}" type="${escaped(file.mime_type)}" length="${escaped(file.size)}"/>`,
      `<link rel="alternate" href="${escaped(page)}"/>`,
      '</entry>',
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escaped(page)}</id>`,
    `<title>${escaped(share.path.at(-1)?.name ?? share.title)}</title>`,
    `<updated>${escaped(updated)}</updated>`,
    `<author><name>${escaped(share.user_info.nickname)}</name></author>`,
    `<link rel="self" href="${escaped(`${page}.atom`)}"/>`,
    `<link rel="alternate" href="${escaped(page)}"/>`,
    ...entries,
    '</feed>\n',
  ].join('\n');
}
