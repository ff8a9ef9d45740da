/** An ftp server on loopback with one file: passive transfers over one fixed port, continued by REST. */
import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';

export interface FtpDouble {
  readonly port: number;
  readonly dataPort: number;
  readonly commands: string[];
  stop(): void;
}

async function listen(onSocket: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  return { server, port: await listenOnLoopback(server) };
}

export async function startFtpDouble(name: string, bytes: Buffer): Promise<FtpDouble> {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const waiting: Socket[] = [];
  /** Sends the file when the connection for the data comes. */
  let send: (() => void) | undefined;
  const data = await listen((socket) => {
    sockets.add(socket);
    waiting.push(socket);
    send?.();
  });
  const control = await listen((socket) => {
    sockets.add(socket);
    let offset = 0;
    let text = '';
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const answers = new Map<string, (rest: string) => void>([
      ['USER', () => say('331 password')],
      ['PASS', () => say('230 welcome')],
      ['TYPE', () => say('200 ok')],
      ['PWD', () => say('257 "/"')],
      ['CWD', () => say('250 ok')],
      ['MDTM', () => say('213 20240102030405')],
      ['SIZE', (rest) => say(rest.endsWith(name) ? `213 ${bytes.length}` : '550 no such file')],
      ['EPSV', () => say(`229 ok (|||${data.port}|)`)],
      ['PASV', () => say(`227 ok (127,0,0,1,${data.port >> 8},${data.port & 255})`)],
      [
        'REST',
        (rest) => {
          offset = Number(rest);
          say('350 ok');
        },
      ],
      [
        'RETR',
        (rest) => {
          if (!rest.endsWith(name)) say('550 no such file');
          else {
            send = () => {
              const target = waiting.shift();
              if (!target) return;
              send = undefined;
              say('150 here');
              target.end(bytes.subarray(offset), () => say('226 done'));
            };
            send();
          }
        },
      ],
      ['QUIT', () => socket.end('221 bye\r\n')],
    ]);
    say('220 hello');
    socket.on('data', (piece) => {
      text += piece.toString();
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        commands.push(line);
        const [word = '', ...rest] = line.split(' ');
        (answers.get(word.toUpperCase()) ?? (() => say('502 no')))(rest.join(' '));
      }
    });
  });
  return {
    port: control.port,
    dataPort: data.port,
    commands,
    stop() {
      for (const socket of sockets) socket.destroy();
      data.server.close();
      control.server.close();
    },
  };
}
