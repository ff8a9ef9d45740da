/** The lanes of the attack: each makes whole requests of one kind from a grammar. */
import fc from 'fast-check';
import { makeRequest, OPERATIONS } from '#scripts/proof/requests/make-request.ts';
import { Pools } from '#scripts/proof/requests/pools.ts';
import { makeRandom } from '#worker/platform/faults/faults.ts';
import { addressPart, headerValue, mutated, nastyText, queryOf } from './grammar.ts';
import { requestBytes } from './raw-client.ts';
import { bearer, common, type Lane, type Target } from './target.ts';

const PAGES = [
  '/',
  '/en-US',
  '/ja/help',
  '/auth',
  '/drive/all',
  '/drive/trash',
  '/drive/recent',
  '/drive/account',
  '/help-center',
  '/faq',
  '/s/x',
  '/policy/privacy-policy',
  '/contact-us',
  '/unsubscribe',
  '/activity/christmas',
  '/loading',
  '/ops',
  '/sitemap.xml',
  '/robots.txt',
  '/openapi.json',
  '/builds/latest.json',
  '/_internal/seed',
  '/cdn-cgi/x',
  '/assets/x.js',
  '/favicon.svg',
  '/f/x',
  '/blob/x',
  '/p/x',
];
const QUERY_NAMES = [
  'action',
  'scene',
  's_code',
  'hide_header',
  'view',
  'order',
  'origin',
  'bridge_auth',
  'from_source',
  '__source',
  '__medium',
  '__campaign',
  'page',
  'page_token',
  'limit',
  'filters',
  'parent_id',
  'q',
  'next',
  'code',
  'state',
  'd',
  'lang',
  'locale',
  'thumbnail_size',
  'name',
];
/** A known method comes as often as before: those that the product does not answer are a third. */
const METHODS = 'GET HEAD POST PUT PATCH DELETE OPTIONS PROPFIND GET POST TRACE QUERY M-SEARCH LINK FOO get'.split(' ');
const HEADER_NAMES = [
  'Range',
  'If-None-Match',
  'If-Match',
  'If-Range',
  'If-Modified-Since',
  'Cookie',
  'Accept',
  'Accept-Language',
  'Accept-Encoding',
  'Authorization',
  'Content-Type',
  'Origin',
  'Referer',
  'Sec-Fetch-Site',
  'Sec-Fetch-Mode',
  'User-Agent',
  'X-Device-Id',
  'X-Client-Id',
  'X-Captcha-Token',
  'X-Forwarded-For',
  'CF-Connecting-IP',
  'Idempotency-Key',
  'Forwarded',
  'X-Request-Id',
  'Content-MD5',
  'Date',
  'x-amz-content-sha256',
  'x-amz-checksum-crc32',
  'x-amz-decoded-content-length',
  'x-oss-security-token',
  'x-upload-token',
  'X-Device-Sign',
];

function paths(target: Target): Lane {
  const path = fc
    .tuple(
      fc.constantFrom(...PAGES, '/drive/v1/files', `/s/${target.shareId}`),
      fc.array(addressPart, { maxLength: 4 }),
    )
    .map(([start, parts]) => [start, ...parts].join('/').slice(0, 12_000));
  const requests = fc
    .tuple(fc.constantFrom(...METHODS), path, queryOf(QUERY_NAMES))
    .map(([method, at, query]) => requestBytes(`${method} ${at}${query} HTTP/1.1`, common(target)));
  return { name: 'paths', requests, isComplete: true };
}

function headers(target: Target): Lane {
  const lines = fc.array(fc.tuple(fc.constantFrom(...HEADER_NAMES), headerValue), { minLength: 1, maxLength: 6 });
  const places: [string, string][] = [
    ...PAGES.map((page): [string, string] => [page, target.host]),
    ['/drive/v1/files', target.host],
    ['/drive/v1/about', target.host],
    [target.contentPath, target.contentHost],
    [target.upload.path, target.host],
  ];
  const requests = fc
    .tuple(fc.constantFrom('GET', 'HEAD', 'POST', 'PUT'), fc.constantFrom(...places), lines)
    .map(([method, [at, host], pairs]) =>
      requestBytes(
        `${method} ${at} HTTP/1.1`,
        [...common(target, host), ...pairs.map(([name, value]) => `${name}: ${value}`)],
        method === 'GET' || method === 'HEAD' ? '' : 'body',
      ),
    );
  return { name: 'headers', requests, isComplete: true };
}

function framings(target: Target): Lane {
  const line = fc.constantFrom(
    'Content-Length: 5',
    'Content-Length: 5, 5',
    'Content-Length: -1',
    'Content-Length: 1e3',
    'Content-Length: 99999999999999999999',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: Chunked, identity',
    'Transfer-Encoding: \x0bchunked',
    'Transfer-Encoding: gzip',
    'Expect: 100-continue',
    'Expect: x',
    'Connection: upgrade',
    'Connection: content-length',
    'Upgrade: websocket',
    'Upgrade: h2c',
    'Sec-WebSocket-Key: x',
    'Sec-WebSocket-Version: 13',
    'Host: [',
    'Host: a:99999',
    'Host:',
    'Host: a b',
    'Host: localhost@evil',
    `Host: ${'x'.repeat(2_000)}`,
    ' folded: x',
    'no colon',
    'X\0Y: z',
    `Cookie: ${'a=b; '.repeat(1500)}`,
    `X-Long: ${'y'.repeat(40_000)}`,
    'Trailer: X',
    'TE: trailers',
  );
  const first = fc.constantFrom(
    'GET / HTTP/1.1',
    'GET http://other.example/ HTTP/1.1',
    'GET / HTTP/1.0',
    'GET / HTTP/9.9',
    'GET /',
    'OPTIONS * HTTP/1.1',
    'CONNECT a:1 HTTP/1.1',
    'POST /drive/v1/files HTTP/1.1',
    'POST /v1/auth/signin HTTP/1.1',
    'PUT /blob HTTP/1.1',
    'TRACE / HTTP/1.1',
    'GET /%09/%5b HTTP/1.1',
    'GET //[ HTTP/1.1',
    'GET /a:99999 HTTP/1.1',
    'GET localhost:80 HTTP/1.1',
    'GET /auth/authorize?client_id=%00&redirect_uri=http://[ HTTP/1.1',
    'GET /access_controller/v1/area_accessible?address=%00&country=__proto__ HTTP/1.1',
    `GET /${'a/'.repeat(8_000)} HTTP/1.1`,
    'GET \t HTTP/1.1',
    'PRI * HTTP/2.0',
    '\x16\x03\x01',
    `GET /${'a'.repeat(40_000)} HTTP/1.1`,
  );
  const body = fc.oneof(
    fc.constantFrom(
      '',
      'hello',
      '5\r\nhello\r\n0\r\n\r\n',
      '5;x=y\r\nhello\r\n0\r\nX: y\r\n\r\n',
      'ffffffffffffffff\r\n',
      '-1\r\n',
      '5\r\nhel',
      '0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n',
      '\r\n\r\n\r\n',
    ),
    nastyText,
  );
  const requests = fc
    .tuple(first, fc.array(line, { maxLength: 5 }), fc.boolean(), body)
    .map(([start, lines, hasHost, text]) =>
      requestBytes(start, [...(hasHost ? [`Host: ${target.host}`] : []), ...lines], text, 'none'),
    );
  return { name: 'framings', requests, isComplete: false };
}

function xml(target: Target): Lane {
  const { path, uploadId, securityToken } = target.upload;
  const piece = fc.oneof(
    fc.constantFrom(
      '<Part>',
      '</Part>',
      '<PartNumber>1</PartNumber>',
      '<PartNumber>',
      '<ETag>"x"</ETag>',
      '<ETag>&quot;x&quot;</ETag>',
      '<CompleteMultipartUpload>',
      '</CompleteMultipartUpload>',
      '<!DOCTYPE a [<!ENTITY x "y">]>',
      '&x;',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<?xml version="1.0"?>',
      ' '.repeat(200),
      '<a xmlns:b="c">',
      '&#0;',
      '&#x110000;',
    ),
    nastyText,
  );
  const body = fc
    .tuple(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 60 }))
    .map(([pieces, times]) => pieces.join('').repeat(times).slice(0, 200_000).toWellFormed());
  const requests = fc
    .tuple(
      fc.constantFrom('POST', 'PUT', 'GET'),
      body,
      fc.constantFrom('uploadId', 'uploads', 'delete', 'acl', 'partNumber'),
    )
    .map(([method, text, sub]) =>
      requestBytes(
        `${method} ${path}?${sub}=${encodeURIComponent(uploadId)}&partNumber=1 HTTP/1.1`,
        [...common(target), `x-oss-security-token: ${securityToken}`],
        text,
      ),
    );
  return { name: 'xml', requests, isComplete: true };
}

function multipart(target: Target): Lane {
  const boundary = fc.oneof(
    fc.constantFrom('b', '', '"', '-'.repeat(70), 'x'.repeat(5_000), 'a b', "'()+_,-./:=?"),
    headerValue,
  );
  const part = fc
    .tuple(
      fc.constantFrom('file', 'key', 'policy', 'name', 'picture', 'Content-Type', '__proto__', ''),
      nastyText,
      fc.constantFrom('', '; filename="a"', "; filename*=UTF-8''%ff", '; filename="\r\n"', ';'.repeat(500)),
    )
    .map(
      ([name, value, more]) => `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n${value.toWellFormed()}`,
    );
  const requests = fc
    .tuple(
      fc.constantFrom(
        target.upload.path,
        '/drive/account',
        '/contact-us',
        '/drive/all',
        '/v1/user/picture',
        '/drive/v1/files',
        '/',
      ),
      boundary,
      fc.array(part, { maxLength: 12 }),
      fc.constantFrom('--', '', '-'),
    )
    .map(([at, mark, parts, end]) =>
      requestBytes(
        `POST ${at} HTTP/1.1`,
        [
          ...common(target),
          bearer(target),
          `Content-Type: multipart/form-data; boundary=${mark}`,
          `Origin: http://${target.host}`,
        ],
        `${parts.map((each) => `--${mark}\r\n${each}\r\n`).join('')}--${mark}${end}\r\n`,
      ),
    );
  return { name: 'multipart', requests, isComplete: true };
}

function tokens(target: Target): Lane {
  const jwt = mutated(target.attacker.token);
  const clean = (text: string) =>
    Buffer.from(text.toWellFormed(), 'utf8')
      .toString('latin1')
      .replace(/[\r\n]/g, '')
      .slice(0, 8_000);
  const byBearer = fc
    .tuple(
      fc.constantFrom(
        '/drive/v1/about',
        '/v1/user/me',
        '/v1/ops/messages',
        '/config.admin/v1/documents',
        '/drive/v1/live',
      ),
      jwt,
    )
    .map(([at, token]) =>
      requestBytes(`GET ${at} HTTP/1.1`, [...common(target), `Authorization: Bearer ${clean(token)}`]),
    );
  const byCookie = fc
    .tuple(
      fc.constantFrom('/drive/all', '/drive/account', '/ops', '/auth'),
      jwt,
      fc.constantFrom('__Host-session', 'locale', 'pp_locale', 'user'),
    )
    .map(([at, token, name]) =>
      requestBytes(`GET ${at} HTTP/1.1`, [...common(target), `Cookie: ${name}=${clean(token)}`]),
    );
  const byAddress = mutated(target.contentPath).map((at) =>
    requestBytes(
      `GET /${clean(at).replace(/^\/+/, '').replaceAll(' ', '+')} HTTP/1.1`,
      common(target, target.contentHost),
    ),
  );
  const byShare = fc
    .tuple(fc.constantFrom('share', 'share/detail', 'share/file_info'), mutated(target.shareId), nastyText)
    .map(([call, id, code]) => {
      const query = new URLSearchParams({
        share_id: id.toWellFormed(),
        pass_code: code.toWellFormed(),
        pass_code_token: code.toWellFormed(),
      });
      return requestBytes(`GET /drive/v1/${call}?${query} HTTP/1.1`, common(target));
    });
  return { name: 'tokens', requests: fc.oneof(byBearer, byCookie, byAddress, byShare), isComplete: true };
}

/** Operations that end the attacker's session or account are left to the tests. */
const ENDING = /^auth\.(revoke|close|freeze|endOthers|revokeDevice|signOut|changePassword)$/;

/** Requests of every operation of the contracts, as the proof `requests` makes them. */
function operations({ host, attacker, ids }: Target): Lane {
  const pools = new Pools();
  for (const id of ids) for (const noun of ['files', 'share']) pools.add(noun, id);
  const sender = { host, token: attacker.token, pools, closes: true };
  const lasting = OPERATIONS.filter(({ row }) => !ENDING.test(row.id));
  const requests = fc
    .tuple(fc.constantFrom(...lasting), fc.nat())
    .map(([operation, seed]) => makeRequest(operation, sender, makeRandom(seed)).bytes);
  return { name: 'operations', requests, isComplete: true };
}

/** A third of them sends requests of operations. */
export function makeLanes(target: Target): readonly Lane[] {
  const lanes = [paths, headers, operations, framings, xml, operations, multipart, tokens, operations];
  return lanes.map((make) => make(target));
}
