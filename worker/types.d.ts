/** Ambient modules the bundler provides to the Worker. */
declare module 'virtual:magpie-assets' {
  const table: import('#shared/asset-table.ts').AssetTable;
  export default table;
}

declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}

interface ImportMeta {
  /** Files of the tree as text, by path from its root; the bundler puts them in. */
  glob(
    pattern: string,
    options: { query: '?raw'; import: 'default'; eager: true },
  ): Readonly<Record<string, string | undefined>>;
}
