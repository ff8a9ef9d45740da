/**
 * Reads the diffs of the guides and applies them. Pure: texts in, texts out. A block ```diff holds sections, each headed by `# path`.
 * A hunk stands between lines that the file has. The first such line after a change ends its hunk, another one begins the next.
 */

/** Lines to replace, and what replaces them. */
interface Hunk {
  before: string[];
  after: string[];
}

type TextOf = (path: string) => string | undefined;

/** Parts of the blocks of one language, each under a line with its path. */
function sectionsOf(markdown: string, language: string, mark: string): { path: string; lines: string[] }[] {
  const blocks = Array.from(
    markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')),
    ([, block = '']) => block,
  );
  return blocks
    .flatMap((block) => block.split(new RegExp(`^${mark} `, 'm')).slice(1))
    .map((text) => {
      const [path = '', ...lines] = text.replace(/\n$/, '').split('\n');
      return { path, lines };
    });
}

/** Lines under `// path` in blocks of TypeScript that the file does not have. */
export function strangeLines(markdown: string, textOf: TextOf): string[] {
  return sectionsOf(markdown, 'ts', '//').flatMap(({ path, lines }) => {
    const known = new Set(textOf(path)?.split('\n'));
    return lines.filter((line) => !known.has(line)).map((line) => `${path}: ${line}`);
  });
}

function hunksOf(lines: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  for (const [at, line] of lines.entries()) {
    const [change, end] = lines.slice(Math.max(0, at - 2), at);
    const isNext = end?.startsWith(' ') && line.startsWith(' ') && !change?.startsWith(' ');
    if (at === 0 || (at > 1 && isNext)) hunks.push({ before: [], after: [] });
    if (!line.startsWith('+')) hunks.at(-1)?.before.push(line.slice(1));
    if (!line.startsWith('-')) hunks.at(-1)?.after.push(line.slice(1));
  }
  return hunks;
}

/** The tree's files that a guide changes. @throws Error when lines of a hunk are not, or not only once, in the file */
export function applyGuide(markdown: string, textOf: TextOf): Map<string, string> {
  const changed = new Map<string, string>();
  for (const { path, lines } of sectionsOf(markdown, 'diff', '#')) {
    const hunks = hunksOf(lines);
    const text = changed.get(path) ?? textOf(path);
    changed.set(
      path,
      text === undefined ? newFile(path, hunks) : hunks.reduce((all, hunk) => replaced(path, all, hunk), text),
    );
  }
  return changed;
}

function newFile(path: string, hunks: readonly Hunk[]): string {
  if (hunks.some(({ before }) => before.length > 0)) throw new Error(`${path} does not exist`);
  return `${hunks.flatMap(({ after }) => after).join('\n')}\n`;
}

function replaced(path: string, text: string, { before, after }: Hunk): string {
  const [head, tail, ...more] = `\n${text}`.split(`\n${before.join('\n')}\n`);
  if (before.length === 0) throw new Error(`${path} exists: a hunk needs a line of the file before and after it`);
  if (head === undefined || tail === undefined || more.length > 0)
    throw new Error(
      `${path} has these lines ${tail === undefined ? 'nowhere' : 'more than once'}:\n${before.join('\n')}`,
    );
  return `${head}\n${after.join('\n')}\n${tail}`.slice(1);
}
