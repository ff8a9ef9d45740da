/** Text, and code in colours. */
import hljs from 'highlight.js/lib/common';
import { extensionOf } from '../kinds.rules.ts';
import type { Render } from './render.ts';
import { appendMarkup } from './safe-tree.ts';
import { readText } from './text-bytes.ts';

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

export const renderText: Render = async (message, root, reportOmissions) => {
  const { text, encoding } = readText(message, reportOmissions);
  put(root, text);
  return encoding;
};

export const renderCode: Render = async (message, root, reportOmissions) => {
  const { text, encoding } = readText(message, reportOmissions);
  const extension = extensionOf(message.name);
  const language = LANGUAGES[extension] ?? extension;
  const code = put(root, text);
  if (text.length > MAX_COLOURED || !hljs.getLanguage(language)) return encoding;
  const { value } = hljs.highlight(text, { language, ignoreIllegals: true });
  code.replaceChildren();
  appendMarkup(value, code, { keepsClass: (one) => one.startsWith('hljs-') });
  return encoding;
};
