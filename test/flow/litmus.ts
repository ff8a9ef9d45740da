/** Reads what a suite of litmus prints. */

/** Outcome of each test that a suite of litmus printed. */
export function readLitmus(output: string): Map<string, string> {
  const found = new Map<string, string>();
  // A test is printed with its outcome, or again when it has warned.
  for (const [, name = '', outcome = ''] of output.matchAll(/^ *\d+\. (\w+?)\.{2,} (pass|FAIL|SKIPPED)/gm))
    found.set(name, outcome);
  for (const [, name = '', outcome = ''] of output.matchAll(/(\w+?)\.{2,} (pass|FAIL|SKIPPED)/g))
    if (!found.has(name)) found.set(name, outcome);
  return found;
}
