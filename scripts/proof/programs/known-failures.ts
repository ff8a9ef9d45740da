/**
 * Checks that do not pass, by program and check, each with its reason, and programs that are not run. A check that passes after all is a fault of
 * this list.
 */
export const KNOWN_FAILURES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  davfs2: {
    'lists a folder':
      'davfs2 1.6.1 answers a listing with EINVAL on kernels as new as 6.18, with every server; rclone as a server gives the same',
  },
  'litmus, current': {
    'suite protected': 'asks whether a server keeps a folder `.DAV` for itself; here it is a folder like others',
  },
};

export const NOT_RUN: Readonly<Record<string, string>> = {
  'desktop client with a window': 'no desktop where the proofs run; its engine is that of nextcloudcmd',
  'phone apps for Android and iOS':
    'no phone where the proofs run; a test sends the requests of their published libraries (test/contract/phone-apps.worker.test.ts)',
  'Windows Explorer': 'no Windows where the proofs run',
  'Finder of macOS': 'no macOS where the proofs run',
};
