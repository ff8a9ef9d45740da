/** Ambient modules the bundler provides to the Worker. */
declare module 'virtual:magpie-assets' {
  const table: import('#shared/asset-table.ts').AssetTable;
  export default table;
}

declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
