/** Globals of every runtime we run on (browser, workerd, Node), for the shared modules. */
declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(input?: ArrayBufferView | ArrayBuffer): string;
}
declare class URLSearchParams {
  constructor(init?: string | Readonly<Record<string, string>>);
  get(name: string): string | null;
  has(name: string): boolean;
  set(name: string, value: string): void;
  append(name: string, value: string): void;
  delete(name: string): void;
  toString(): string;
}
declare class URL {
  constructor(url: string | URL, base?: string | URL);
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly href: string;
  readonly username: string;
  readonly password: string;
  readonly searchParams: URLSearchParams;
  static canParse(url: string, base?: string): boolean;
}
