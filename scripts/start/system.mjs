/**
 * Whether the server can start here. Plain JavaScript: a Node that is too old for types must be able to read it.
 */
const OLDEST_NODE = 24;

/**
 * @param {{ platform: string, versions: { node: string } }} system
 * @returns {string} one sentence that says why not; '' when it can
 */
export function whyNotHere({ platform, versions }) {
  if (platform === 'win32') return 'Magpie runs on Linux and macOS; on Windows, install and start it inside WSL.';
  if (Number.parseInt(versions.node, 10) >= OLDEST_NODE) return '';
  return `Magpie needs Node ${OLDEST_NODE}, and this is ${versions.node}: a clone gets it by \`npm ci\`, for a release it must be installed.`;
}
