/** How a command ends: its exit code, and for a failure its sentence and the next step. */
import { ApiError } from '#client/api/errors.ts';
import { FileChanged } from '#client/transfer/upload/failure.ts';
import type { ErrorName } from '#shared/error-catalogue.ts';

/** Exit codes, as docs/command-line.md lists them. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  signIn: 3,
  notFound: 4,
  full: 5,
  network: 6,
  damaged: 7,
  interrupted: 130,
} as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** A failure as a person reads it. */
export interface Failure {
  readonly exit: Exit;
  /** Name of the error on the wire, or of ours. */
  readonly name: string;
  readonly message: string;
  /** The next step; '' where the message has it. */
  readonly remedy: string;
}

/** A failure that a command found by itself. */
export class CommandError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'CommandError';
    this.failure = failure;
  }
}

/** The arguments are no command. @param command  its name, for the help; '' for all */
export function usageError(message: string, command = ''): CommandError {
  const remedy = `Run \`magpie help${command === '' ? '' : ` ${command}`}\` to see how it is used.`;
  return new CommandError({ exit: EXIT.usage, name: 'usage', message, remedy });
}

export function notFound(path: string): CommandError {
  const remedy = 'Look at the folder above it with `magpie ls`.';
  return new CommandError({ exit: EXIT.notFound, name: 'not_found', message: `${path} is not in the drive`, remedy });
}

const SIGN_IN: Outcome = { exit: EXIT.signIn, remedy: 'Run `magpie login`.' };
const FULL: Outcome = { exit: EXIT.full, remedy: 'Look at `magpie df`, and free space or choose another plan.' };
const NETWORK: Outcome = {
  exit: EXIT.network,
  remedy: 'Look at the network and the address of the server, and run the same command again.',
};
const GONE: Outcome = { exit: EXIT.notFound, remedy: 'Look at the folder with `magpie ls`.' };

interface Outcome {
  readonly exit: Exit;
  readonly remedy: string;
}

const OUTCOMES: Partial<Record<ErrorName, Outcome>> = {
  unauthenticated: SIGN_IN,
  invalid_grant: SIGN_IN,
  expired_token: SIGN_IN,
  access_denied: SIGN_IN,
  file_not_found: GONE,
  not_found: GONE,
  file_in_recycle_bin: { exit: EXIT.notFound, remedy: 'It is in the trash: put it back in the browser first.' },
  file_space_not_enough: FULL,
  file_count_limit: FULL,
  file_too_large: { exit: EXIT.full, remedy: 'The plan takes no file of this size.' },
  deleted_space_not_free: { exit: EXIT.full, remedy: 'Space of deleted files is being freed: try again in a minute.' },
  upload_day_limit: { exit: EXIT.full, remedy: 'Go on tomorrow with the same command, or choose another plan.' },
  traffic_not_enough: { exit: EXIT.full, remedy: 'Go on next month, or choose another plan.' },
  transfer_limit: { exit: EXIT.full, remedy: 'Use a smaller `--parallel`: the plan moves fewer files at a time.' },
  resource_exhausted: { exit: EXIT.full, remedy: 'Wait until other uploads have ended, then run the command again.' },
  storage_full: { exit: EXIT.full, remedy: 'The disk of the server is full: tell its operator.' },
  task_daily_create_limit: { exit: EXIT.full, remedy: 'Fetch again tomorrow, or choose another plan.' },
  task_daily_create_limit_vip: { exit: EXIT.full, remedy: 'Fetch again tomorrow.' },
  task_run_nums_limit: { exit: EXIT.full, remedy: 'Wait until a fetch has ended.' },
  unreachable: NETWORK,
  unavailable: NETWORK,
  deadline_exceeded: NETWORK,
  too_many_requests: { exit: EXIT.network, remedy: 'The server is busy: wait a minute.' },
  captcha_required: {
    exit: EXIT.signIn,
    remedy: 'The server asks for a human check: sign in there in a browser first.',
  },
  permission_denied: { exit: EXIT.failed, remedy: 'This sign-in may not do that: run `magpie login` again.' },
};

/** Of authorities that this machine does not know, such as that of LAN mode. */
const UNKNOWN_AUTHORITY: readonly string[] = [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
];

/** Codes of the causes, outermost first. */
function causeCodes(error: unknown): string[] {
  const codes: string[] = [];
  for (let at: unknown = error; at instanceof Error && codes.length < 8; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (code) codes.push(code);
  }
  return codes;
}

function ofApi(error: ApiError): Failure {
  const { exit, remedy } = OUTCOMES[error.errorName] ?? { exit: EXIT.failed, remedy: '' };
  const message = error.errorName === 'unauthenticated' ? 'you are not signed in to this server' : error.message;
  const described = { exit, name: error.errorName, message, remedy };
  if (error.errorName !== 'unreachable') return described;
  const [code = ''] = causeCodes(error.cause);
  const noAnswer = { ...described, message: `the server does not answer${code === '' ? '' : ` (${code})`}` };
  if (!UNKNOWN_AUTHORITY.includes(code)) return noAnswer;
  return {
    ...noAnswer,
    remedy: 'Set NODE_EXTRA_CA_CERTS to the certificate of the authority that the server uses.',
  };
}

const OF_FILES: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file on this computer.',
  EACCES: 'This account may not read or write there.',
  EPERM: 'This account may not read or write there.',
  ENOSPC: 'The disk of this computer is full.',
  EISDIR: 'It is a folder.',
  ENOTDIR: 'A part of the path is no folder.',
};

/** @param isInterrupted  the person ended the command */
export function failureOf(error: unknown, isInterrupted = false): Failure {
  if (isInterrupted)
    return {
      exit: EXIT.interrupted,
      name: 'interrupted',
      message: 'interrupted',
      remedy: 'The same command goes on where it stopped.',
    };
  if (error instanceof CommandError) return error.failure;
  if (error instanceof ApiError) return ofApi(error);
  if (error instanceof FileChanged)
    return {
      exit: EXIT.failed,
      name: 'changed',
      message: 'the file was changed while it was read',
      remedy: 'Run the same command again when nothing writes to it.',
    };
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  const message = error instanceof Error ? error.message : String(error);
  return { exit: EXIT.failed, name: code === '' ? 'failed' : code, message, remedy: OF_FILES[code] ?? '' };
}
