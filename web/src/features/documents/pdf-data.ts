/**
 * What pdf.js needs beside its code, as assets of our own: character maps (Japanese contracts name them instead of
 * embedding their fonts), the standard fonts, and the decoders of scanned pages.
 */
const assets: Record<string, string> = {
  ...import.meta.glob<string>('../../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
}

const urls = new Map(
  Object.entries(assets).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
)

/** pdf.js asks an instance of this for its data by file name (its option `BinaryDataFactory`). */
export class PdfData {
  /** Throws when the file is not one of ours, or can't be fetched. */
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = urls.get(filename)
    if (!url) throw new Error(`pdf.js asks for ${filename}, which is not among our assets`)
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
