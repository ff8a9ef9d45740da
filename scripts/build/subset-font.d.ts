declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat: 'truetype' | 'woff2';
    readonly variationAxes?: Readonly<Record<string, number>>;
    readonly noHinting: boolean;
    readonly noLayoutClosure?: boolean;
    readonly dropTables: readonly string[];
  }
  /** @param text  characters of the subset */
  const subsetFont: (font: Buffer, text: string, options: SubsetOptions) => Promise<Buffer>;
  export default subsetFont;
}
