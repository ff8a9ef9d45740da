/**
 * Requests that a client sends before the answer to the one before: served one after another, and read ahead of their turn in a small
 * number only. The parser gives all requests of one read of 64 KiB, so a few more than that number may wait.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody, pauseSocket, type RequestBody } from './body/request-body.ts';
import { dropRest } from './drop-rest.ts';

/** Requests of one connection that wait for their turn; with so many no more is read. */
const READ_AHEAD = 16;
/** So many in one read come from no program that waits for answers: the connection is closed, and not at once, so that the next is not there at once. */
const MOST_WAITING = 256;
const CLOSE_MS = 1_000;

export type Serve = (request: IncomingMessage, response: ServerResponse, body: RequestBody, expects: boolean) => void;

interface Waiting {
  readonly hasBody: boolean;
  readonly begin: () => void;
}

interface Pipeline {
  isServing: boolean;
  isClosing: boolean;
  readonly waiting: Waiting[];
}

/** Nothing is read beyond a request whose body waits for its turn: the parser would keep all of it, piece by piece. */
function isFull({ isClosing, waiting }: Pipeline): boolean {
  return isClosing || waiting.length >= READ_AHEAD || waiting.some(({ hasBody }) => hasBody);
}

export interface Pipelines {
  serve: Serve;
  /** Whether a request of this connection has no complete answer yet. */
  isServing(socket: Socket): boolean;
}

export interface PipelineOptions {
  /** Begins to serve one request. */
  readonly start: Serve;
  /** Whether a connection of its client was closed a moment ago. */
  readonly isBarred: (request: IncomingMessage) => boolean;
  /** Called when the connection is closed for the number of its requests. */
  readonly onCut: (request: IncomingMessage) => void;
}

export function makePipelines({ start, isBarred, onCut }: PipelineOptions): Pipelines {
  const pipelines = new WeakMap<Socket, Pipeline>();

  function pipelineOf(socket: Socket): Pipeline {
    const known = pipelines.get(socket);
    if (known) return known;
    const made: Pipeline = { isServing: false, isClosing: false, waiting: [] };
    pipelines.set(socket, made);
    // The server reads on after each answer.
    socket.on('resume', () => {
      if (isFull(made)) pauseSocket(socket);
    });
    socket.once('close', () => {
      made.waiting.length = 0;
    });
    return made;
  }

  function next(pipeline: Pipeline, socket: Socket): void {
    const waiting = pipeline.waiting.shift();
    pipeline.isServing = false;
    if (pipeline.isClosing || socket.destroyed) return;
    waiting?.begin();
    // A request with a body decides by itself when more is read.
    if (!waiting?.hasBody && !isFull(pipeline) && socket.isPaused()) socket.resume();
  }

  return {
    isServing: (socket) => pipelines.get(socket)?.isServing === true,
    serve(request, response, body, expects) {
      const { socket } = request;
      const pipeline = pipelineOf(socket);
      const begin = (): void => {
        pipeline.isServing = true;
        response.once('close', () => next(pipeline, socket));
        start(request, response, body, expects);
      };
      if (!pipeline.isServing && !pipeline.isClosing) {
        begin();
        return;
      }
      if (pipeline.isClosing) return;
      const isLong = hasBody(request);
      pipeline.waiting.push({
        hasBody: isLong,
        begin() {
          begin();
          if (isLong) body.begin();
        },
      });
      // Its body is read in its turn.
      if (isLong) body.wait();
      const { length } = pipeline.waiting;
      if (length >= READ_AHEAD) pauseSocket(socket);
      if (length <= MOST_WAITING && !(length === READ_AHEAD + 1 && isBarred(request))) return;
      pipeline.isClosing = true;
      pipeline.waiting.length = 0;
      dropRest(socket);
      onCut(request);
      setTimeout(() => socket.destroy(), CLOSE_MS).unref();
    },
  };
}
