import {
  PDFArray,
  type PDFDocument,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFString,
} from '@cantoo/pdf-lib'

interface SignaturePlace {
  readonly page: PDFPage
  /** The bytes of the CMS, at most. */
  readonly bytes: number
  /** The installation. */
  readonly name: string
  readonly reason: string
  readonly at: Date
}

/** What `@signpdf/signpdf` replaces by the range of the signed bytes. */
const placeholder = '**********'
const flags = { print: 4, signaturesExist: 1, appendOnly: 2 } as const

/**
 * Adds an invisible signature field whose signature `@signpdf/signpdf` fills in, as the documentation of
 * `@cantoo/pdf-lib` describes.
 */
export function addSignaturePlace(
  document: PDFDocument,
  { page, bytes, name, reason, at }: SignaturePlace,
): void {
  const { context } = document
  const byteRange = PDFArray.withContext(context)
  byteRange.push(PDFNumber.of(0))
  for (let n = 0; n < 3; n++) byteRange.push(PDFName.of(placeholder))
  const signature = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: byteRange,
    Contents: PDFHexString.of('\0'.repeat(2 * bytes)),
    Name: PDFHexString.fromText(name),
    Reason: PDFHexString.fromText(reason),
    M: PDFString.fromDate(at),
  })
  // Written uncompressed: in a compressed stream of objects, the signature could not be filled in.
  const written = new Uint8Array(signature.sizeInBytes())
  signature.copyBytesInto(written, 0)
  const widget = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      Rect: [0, 0, 0, 0],
      V: context.register(PDFInvalidObject.of(written)),
      T: PDFString.of('Signature'),
      F: flags.print,
      P: page.ref,
      AP: { N: context.register(context.formXObject([], { BBox: [0, 0, 0, 0], Resources: {} })) },
    }),
  )
  page.node.addAnnot(widget)
  const form = document.catalog.getOrCreateAcroForm()
  form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(flags.signaturesExist | flags.appendOnly))
  form.addField(widget)
}
