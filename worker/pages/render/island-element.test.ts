import { expect, test } from 'vitest';
import { scriptJson } from './island-element.tsx';

test.each(['</script><script>alert(1)</script>', '<!--<script>', ']]>', '\u2028\u2029\'"\\', '</SCRIPT '])(
  '%j in a block of data neither ends nor opens an element, and comes back as it was',
  (text) => {
    const block = scriptJson({ name: text, [text]: [text] });
    expect(block).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(block)).toEqual({ name: text, [text]: [text] });
  },
);
