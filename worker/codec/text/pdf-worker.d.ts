/** The package has no types for it. */
declare module 'pdfjs-dist/build/pdf.worker.min.mjs';
