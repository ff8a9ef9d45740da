/** Why a release is not made, in a sentence for the person who runs it. */
export class ReleaseRefused extends Error {}

const FILE_SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'This user may not write there: name another folder with --to.',
  EPERM: 'This user may not write there: name another folder with --to.',
  EROFS: 'It is mounted to be read only: name another folder with --to.',
  ENOSPC: 'The disk is full. Nothing that looks whole was left there: free space, and run it again.',
  EDQUOT: 'The quota of this user is used up. Nothing that looks whole was left there: free space, and run it again.',
};

/** For the person at the terminal; undefined for a fault of the program. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ReleaseRefused) return error.message;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const remedy = FILE_SYSTEM[code];
  return remedy && `${message}. ${remedy}`;
}
