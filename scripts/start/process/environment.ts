/** Environments of processes that are given no secret of the server. */

/** Variables that programs need to run at all. */
const FOR_PROGRAMS = ['PATH', 'LANG', 'LD_LIBRARY_PATH', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];
/** Variables that Node and its event loop read. By name: `NODE_AUTH_TOKEN` is a secret. */
const FOR_NODE = [
  'TZ',
  'TMPDIR',
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_V8_COVERAGE',
  'UV_THREADPOOL_SIZE',
];

function pick(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  const picked = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return Object.fromEntries(picked) as NodeJS.ProcessEnv;
}

export const programEnvironment = (env: NodeJS.ProcessEnv) => pick(env, FOR_PROGRAMS);

export const nodeEnvironment = (env: NodeJS.ProcessEnv) => pick(env, [...FOR_PROGRAMS, ...FOR_NODE]);
