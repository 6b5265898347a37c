/**
 * Data files of pdf.js, bundled as assets: character maps (Japanese contracts reference them instead of
 * embedding fonts), the standard fonts, and the decoders for scanned pages.
 */
const assets: Record<string, string> = {
  ...import.meta.glob<string>('../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
}

const urls = new Map(
  Object.entries(assets).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
)

/** Loads data files for pdf.js by name (its option `BinaryDataFactory`). */
export class PdfData {
  /** Throws if the file is not a bundled asset or the request fails. */
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = urls.get(filename)
    if (!url) throw new Error(`pdf.js requested ${filename}, which is not a bundled asset`)
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} returned ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
