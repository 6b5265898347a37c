import { deflateSync } from 'node:zlib'
import { pdfOf, samplePdf } from './sample-files.ts'

/** One empty page; `objects` are numbered from 4, `catalog` and `trailer` are added to those dictionaries. */
export function pdfWith(parts: {
  catalog?: string
  objects?: (string | Buffer)[]
  trailer?: string
}): Buffer {
  const { catalog = '', objects = [], trailer = '' } = parts
  const text = pdfOf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
      ...objects.map((object) => object.toString('latin1')),
    ],
    trailer,
  )
  return Buffer.from(text, 'latin1')
}

const objectStream = (
  content: string,
  dictionary = '/Filter /FlateDecode',
  encode: (body: Buffer) => Buffer = (body) => deflateSync(body),
) => {
  const body = `1 0 ${content}`
  const bytes = encode(Buffer.from(body))
  const head = `<< /Type /ObjStm /N 1 /First 4 ${dictionary} /Length ${bytes.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')])
}

/** An object stream with any dictionary: readers require /N and /First but no type. */
const hiddenIn = (dictionary: string) => {
  const bytes = deflateSync(Buffer.from('1 0 << /S /Launch /F (calc.exe) >>'))
  const head = `<< ${dictionary} /Length ${bytes.length} >>\nstream\n`
  return pdfWith({ objects: [Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')])] })
}

/** A PDF with all objects, including the catalog, in an object stream, numbered from 1, as most writers do. */
function packedPdf(objects: readonly string[], compressed = true): Buffer {
  let offset = 0
  const table = objects.map((object, index) => {
    const entry = `${index + 1} ${offset}`
    offset += object.length + 1
    return entry
  })
  const head = `${table.join(' ')} `
  const body = Buffer.from(`${head}${objects.join('\n')}\n`, 'latin1')
  const data = compressed ? deflateSync(body) : body
  const filter = compressed ? '/Filter /FlateDecode ' : ''
  const number = objects.length + 1
  const dictionary = `<< /Type /ObjStm /N ${objects.length} /First ${head.length} ${filter}/Length ${data.length} >>`
  const start = '%PDF-1.7\n'
  const stream = Buffer.concat([
    Buffer.from(`${start}${number} 0 obj\n${dictionary}\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  const rows = [
    [0, 0, 0],
    ...objects.map((_, index) => [2, number, index]),
    [1, start.length, 0],
    [1, stream.length, 0],
  ].map(([type = 0, place = 0, index = 0]) => [type, place >> 16, (place >> 8) & 255, place & 255, index])
  const xref = Buffer.from(rows.flat())
  const size = rows.length
  const trailer = `${number + 1} 0 obj\n<< /Type /XRef /Size ${size} /W [1 3 1] /Root 1 0 R /Length ${xref.length} >>\nstream\n`
  const end = `\nendstream\nendobj\nstartxref\n${stream.length}\n%%EOF\n`
  return Buffer.concat([stream, Buffer.from(trailer), xref, Buffer.from(end)])
}

/** A page with these annotations and a catalog with these entries; further objects are numbered from 4. */
function pageWith(annotations: string, catalog = '', objects: readonly string[] = []): string[] {
  return [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${annotations} >>`,
    ...objects,
  ]
}

const plain = (objects: readonly string[], trailer = '') => Buffer.from(pdfOf(objects, trailer), 'latin1')
const address = '<< /Type /Action /S /URI /URI (https://example.com/) >>'
const linkTo = (action: string) =>
  `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /A ${action} >>]`

/** Ordinary PDFs by the program that writes them. None contains an action that runs without a click. */
export const ordinaryPdfs: Readonly<Record<string, Buffer>> = {
  'Word, with links and a structure': plain(
    pageWith(
      '/Annots [4 0 R 5 0 R] /StructParents 0',
      '/Lang (ja-JP) /StructTreeRoot 6 0 R /MarkInfo << /Marked true >> /ViewerPreferences << /DisplayDocTitle true >>',
      [
        '<</Subtype/Link/Rect[ 85 700 240 715]/BS<</W 0>>/F 4/A<</Type/Action/S/URI/URI(https://example.com/a) >>/StructParent 1>>',
        '<</Subtype/Link/Rect[ 85 600 240 615]/BS<</W 0>>/F 4/Dest[3 0 R /XYZ 85 740 0]/StructParent 2>>',
        '<</Type/StructTreeRoot/RoleMap<</Footnote/Note/InlineShape/Sect/Chart/Sect>>/K[7 0 R]>>',
        '<</P 6 0 R/S/Link/Type/StructElem/A<</O/Layout/Placement/Block>>/K[0 <</Type/OBJR/Obj 4 0 R>>]/Pg 3 0 R>>',
      ],
    ),
  ),
  'LibreOffice, with the first page on opening': plain(
    pageWith(linkTo(address), '/OpenAction[3 0 R /XYZ null null 0]/Outlines 4 0 R', [
      '<</Count 1/First 5 0 R/Last 5 0 R>>',
      '<</Count 0/Title(x)/Dest[3 0 R/XYZ 56.7 785.2 0]/Parent 4 0 R/Next 6 0 R>>',
      '<</Title(y)/A<</S/GoTo/D[3 0 R /Fit]>>/Parent 4 0 R/Prev 5 0 R>>',
    ]),
  ),
  'macOS, with indirect actions': plain(
    pageWith('/Annots 4 0 R', '/OpenAction 6 0 R', [
      '[ << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A 5 0 R >> << /Subtype /Link /Rect [0 0 9 9] /A 5 0 R >> ]',
      '<< /S /URI /URI (mailto:info@example.com) >>',
      '[3 0 R /Fit]',
    ]),
  ),
  'Acrobat, with object streams': packedPdf(
    pageWith('/Annots [4 0 R]', '/OpenAction [3 0 R /FitH null] /URI << /Base (https://example.com/) >>', [
      '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A 5 0 R /PA 5 0 R >>',
      address,
    ]),
  ),
  'a program that names a font AA': plain(
    pageWith('/Resources << /Font << /AA 4 0 R /S 4 0 R >> >>', '', [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ]),
  ),
  'a program that writes a form without actions': plain(
    pageWith('/Annots [4 0 R]', '/AcroForm << /Fields [4 0 R] >>', [
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [0 0 9 9] /AA << >> /P 3 0 R >>',
    ]),
  ),
}

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'

/** PDFs that D10 rejects, by their fault. */
export const hostilePdfs: Readonly<Record<string, Buffer>> = {
  'a script that runs on opening': pdfWith({ catalog: `/OpenAction ${script}` }),
  'a script with an escaped name': pdfWith({ catalog: '/OpenAction << /S /Java#53cript /JS (x) >>' }),
  'a named script': pdfWith({
    catalog: '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>',
    objects: [script],
  }),
  'a script in an object stream': pdfWith({ objects: [objectStream(script)] }),
  'a script behind an odd filter': pdfWith({
    objects: [
      objectStream(script, '/Filter /ASCIIHexDecode', (body) => Buffer.from(`${body.toString('hex')}>`)),
    ],
  }),
  'a script behind an indirect filter': pdfWith({
    objects: [objectStream(script, '/Filter 5 0 R'), '/FlateDecode'],
  }),
  'a script behind a filter with an escaped name': pdfWith({
    objects: [objectStream(script, '/Filter /#46lateDecode')],
  }),
  'a script behind a predictor': pdfWith({
    objects: [objectStream(script, '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>')],
  }),
  'an object stream that is damaged': pdfWith({
    objects: [objectStream('x', '/Filter /FlateDecode', (b) => b)],
  }),
  'an object stream that is a bomb': pdfWith({ objects: [objectStream(' '.repeat(70 * 1024 * 1024))] }),
  'an object stream without a type': hiddenIn('/N 1 /First 4 /Filter /FlateDecode'),
  'an object stream behind a string with obj': hiddenIn(
    '/Filter /FlateDecode /X (obj) /Type /ObjStm /N 1 /First 4',
  ),
  'an object stream behind a string with stream': hiddenIn(
    '/Type /ObjStm /X (>> stream) /N 1 /First 4 /Filter /FlateDecode',
  ),
  'an object stream behind a comment': hiddenIn(
    '/Type /ObjStm %>> stream\n /N 1 /F#69rst 4 /Filter /FlateDecode',
  ),
  'object streams without an end': pdfWith({ objects: ['1 0 obj << '.repeat(100_000)] }),
  'a launch action': pdfWith({ catalog: '/OpenAction << /S /Launch /F (calc.exe) >>' }),
  'an embedded file': pdfWith({
    catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
    objects: ['<< /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>', '<< /Length 1 >>\nstream\nx\nendstream'],
  }),
  'an associated file': pdfWith({
    catalog: '/AF [4 0 R]',
    objects: ['<< /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>', '<< /Length 1 >>\nstream\nx\nendstream'],
  }),
  encryption: pdfWith({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4 >>' }),
  'a form with scripts (XFA)': pdfWith({ catalog: '/AcroForm << /XFA 4 0 R >>', objects: ['(x)'] }),
  'an address on opening': pdfWith({ catalog: `/OpenAction ${address}` }),
  'an indirect action on opening': pdfWith({ catalog: '/OpenAction 4 0 R', objects: [address] }),
  'an action on opening with an escaped name': pdfWith({
    catalog: '/#4fpenAction << /S /Named /N /Print >>',
  }),
  'an action on opening in an object stream': packedPdf(pageWith('', `/OpenAction ${address}`)),
  'an action on opening in an object stream that is not compressed': packedPdf(
    pageWith('', '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>'),
    false,
  ),
  'an action on opening without a target': pdfWith({ catalog: '/OpenAction 99 0 R' }),
  'an action on opening that is defined twice': plain([
    ...pageWith('', '/OpenAction 4 0 R', ['[3 0 R /Fit]']),
    `(\n4 %x\n0 obj ${address})`,
  ]),
  'an action on closing': pdfWith({ catalog: `/AA << /WC ${address} >>` }),
  'an action of a page': plain(
    pageWith('/AA 4 0 R', '', ['<< /O 5 0 R >>', '<< /S /GoTo /D [3 0 R /Fit] >>']),
  ),
  'an action of a field': plain(
    pageWith('/Annots [4 0 R]', '/AcroForm << /Fields [4 0 R] >>', [
      '<< /Subtype /Widget /FT /Tx /T (x) /Rect [0 0 9 9] /#41A << /K << /S /Named /N /Print >> >> >>',
    ]),
  ),
  'an address on a button': plain(
    pageWith('/Annots [4 0 R]', '', [`<< /Subtype /Widget /FT /Btn /T (x) /Rect [0 0 9 9] /A ${address} >>`]),
  ),
  'an address in the outline': plain(
    pageWith('', '/Outlines 4 0 R', [
      '<< /Count 1 /First 5 0 R /Last 5 0 R >>',
      '<< /Title (x) /Parent 4 0 R /A 6 0 R >>',
      '<< /S /UR#49 /URI (https://example.com/) >>',
    ]),
  ),
  'an address behind another action': plain(
    pageWith(linkTo(`<< /S /GoTo /D [3 0 R /Fit] /Next [${address}] >>`)),
  ),
  'an address that a link shares with an outline': packedPdf(
    pageWith(linkTo('4 0 R'), '/Outlines << /First << /Title (x) /A 4 0 R >> >>', [address]),
  ),
  'an address with an indirect action type': plain(
    pageWith('', '/Outlines << /First << /Title (x) /A << /S 4 0 R /URI (https://example.com/) >> >> >>', [
      '/URI',
    ]),
  ),
  'a place in another file': plain(pageWith(linkTo('<< /S /GoToR /F (//host/share) /D [0 /Fit] >>'))),
  'a place in an embedded file': plain(pageWith(linkTo('<< /S /GoToE /T << /R /C >> /D [0 /Fit] >>'))),
  'a form that is sent': packedPdf(pageWith(linkTo('<< /S /SubmitForm /F (https://example.com/) >>'))),
  'a form that reads a file': plain(pageWith(linkTo('<< /S /ImportData /F (a.fdf) >>'))),
  'a sound': plain(pageWith(linkTo('<< /S /Sound /Sound 4 0 R >>'))),
  'a movie': plain(pageWith('/Annots [<< /Subtype /Movie /Rect [0 0 9 9] /Movie << /F (a.avi) >> >>]')),
  'rich media': plain(pageWith('/Annots [<< /Subtype /RichMedia /Rect [0 0 9 9] >>]')),
  'a thread in another file': plain(pageWith(linkTo('<< /S /Thread /F (a.pdf) /D 0 >>'))),
  'arrays without an end': pdfWith({ objects: ['['.repeat(100_000)] }),
  'too many pages': Buffer.from(samplePdf(201)),
  'no pages': Buffer.from(samplePdf(0)),
  'a header without content': Buffer.from('%PDF-1.7\n%%EOF\n'),
  'a truncated file': Buffer.from(samplePdf()).subarray(0, -20),
}
