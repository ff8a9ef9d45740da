/** A client of LAN mode that checks certificates as a device does, for tests. */
import https from 'node:https';
import { connect } from 'node:net';

export interface LanAnswer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** One request to an address, under a host name, trusting one authority. Rejects when the certificate is not good for the name. */
export function askLan(
  at: { readonly address: string; readonly port: number; readonly authority: string },
  url: { readonly host: string; readonly path: string },
  sent?: Buffer,
): Promise<LanAnswer> {
  return new Promise((resolve, reject) => {
    const request = https.request({
      host: at.address,
      port: at.port,
      ca: at.authority,
      servername: /^[\d.]+$/.test(url.host) ? '' : url.host,
      path: url.path,
      method: sent ? 'PUT' : 'GET',
      agent: false,
      headers: { host: `${url.host}:${at.port}`, ...(sent ? { 'content-length': sent.length } : {}) },
    });
    request.on('error', reject);
    request.on('response', (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
      );
    });
    request.end(sent);
  });
}

/** Bytes that a plain connection gets until it is closed. */
export function askPlainly(address: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, address).setEncoding('latin1');
    socket.on('data', (piece: string) => {
      text += piece;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write('GET / HTTP/1.1\r\nHost: magpie.local\r\n\r\n');
  });
}
