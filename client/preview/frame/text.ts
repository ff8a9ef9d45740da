/** Text, and code in colours. */

import hljs from 'highlight.js/lib/common';
import { decodeText } from '#shared/content/text-decoding.ts';
import { extensionOf } from '../kinds.rules.ts';
import type { Render } from './render.ts';
import { appendMarkup } from './safe-tree.ts';

/** 300 KB: colouring more would stop the window for seconds. */
const MAX_COLOURED = 300_000;

const LANGUAGES: Readonly<Record<string, string>> = {
  h: 'c',
  hpp: 'cpp',
  htm: 'xml',
  html: 'xml',
  svg: 'xml',
  mjs: 'javascript',
  zsh: 'bash',
};

function put(root: HTMLElement, text: string): HTMLElement {
  const code = document.createElement('code');
  code.textContent = text;
  const block = document.createElement('pre');
  block.className = 'text';
  block.tabIndex = 0;
  block.append(code);
  root.append(block);
  return code;
}

export const renderText: Render = async ({ bytes }, root) => {
  put(root, decodeText(new Uint8Array(bytes)).text);
  return null;
};

export const renderCode: Render = async ({ bytes, name }, root) => {
  const text = decodeText(new Uint8Array(bytes)).text;
  const extension = extensionOf(name);
  const language = LANGUAGES[extension] ?? extension;
  const code = put(root, text);
  if (text.length > MAX_COLOURED || !hljs.getLanguage(language)) return null;
  const { value } = hljs.highlight(text, { language, ignoreIllegals: true });
  code.replaceChildren();
  appendMarkup(value, code, { keepsClass: (one) => one.startsWith('hljs-') });
  return null;
};
