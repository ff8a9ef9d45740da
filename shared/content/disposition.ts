/**
 * The Content-Disposition header for any Unicode name: RFC 6266 with the extended value of RFC 8187.
 */

/** Characters that every browser reads faithfully from the quoted form. */
const PLAIN_NAME = /^[A-Za-z0-9._()+,=@#$&!~-]+( [A-Za-z0-9._()+,=@#$&!~-]+)*$/;

/**
 * The header value that makes a browser save (`attachment`) or show (`inline`) content under `name`.
 * Readers of `filename*` get the name byte for byte; older ones an ASCII likeness. Never holds a control character.
 */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  if (PLAIN_NAME.test(name)) return `${kind}; filename="${name}"`;
  const likeness = name.normalize('NFC').replace(/[^ -~]|["\\%]/gu, '_');
  return `${kind}; filename="${likeness}"; filename*=UTF-8''${extendedValue(name)}`;
}

/** Percent-encodes all but the attr-char of RFC 8187; lone surrogates become U+FFFD. */
function extendedValue(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
