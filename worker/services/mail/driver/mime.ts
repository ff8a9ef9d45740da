/** One mail as a message of RFC 5322: text and HTML side by side, everything in ASCII, no line longer than 76 letters but for an address. Pure. */
import type { Mail } from './mailer.ts';

/** Bytes of UTF-8 in one encoded word: 60 letters of base64 stay below the 75 of RFC 2047. */
const WORD_BYTES = 45;
const BASE64_LINE = 76;

function base64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Header text: as it is in printable ASCII, else encoded words that never cut a letter. Line ends cannot come through. */
export function headerText(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ');
  if (/^[\x20-\x7e]*$/.test(line) && !line.includes('=?')) return line;
  const words: string[] = [];
  let word = '';
  for (const letter of line) {
    if (new TextEncoder().encode(word + letter).byteLength > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += letter;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${base64(part)}?=`).join('\r\n ');
}

function part(type: string, text: string): string {
  const lines = base64(text.replace(/\r?\n/g, '\r\n')).match(new RegExp(`.{1,${BASE64_LINE}}`, 'g')) ?? [];
  return [`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: base64', '', ...lines].join('\r\n');
}

/** A name in a header: quoted when it is ASCII, else encoded. */
function displayName(name: string): string {
  return /^[\x20-\x7e]*$/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : headerText(name);
}

/** A header of ours, its value on a line of its own: addresses are long and cannot be cut. @throws Error when it could end its line */
function plainHeader([name, value]: [string, string]): string {
  if (!/^[A-Za-z-]+$/.test(name) || !/^[\x20-\x7e]+$/.test(value)) throw new Error(`no mail header: ${name}`);
  return `${name}:\r\n ${value}`;
}

/** @param from  sender; its host names the Message-ID, which is the event's, so that a mail sent twice is known as one */
export function messageOf(mail: Mail, from: { name: string; email: string }): string {
  const host = from.email.slice(from.email.lastIndexOf('@') + 1);
  const boundary = `=_${mail.id}`;
  const headers = [
    `From: ${displayName(from.name)} <${from.email}>`,
    `To: <${mail.to}>`,
    `Subject: ${headerText(mail.subject)}`,
    `Date: ${new Date(mail.sentMs).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${mail.id}@${host}>`,
    'Auto-Submitted: auto-generated',
    ...Object.entries(mail.headers ?? {}).map(plainHeader),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
  ];
  return [
    ...headers,
    '',
    `--${boundary}`,
    part('text/plain', mail.text),
    `--${boundary}`,
    part('text/html', mail.html),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}
