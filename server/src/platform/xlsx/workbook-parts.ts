import { escapeXml, textXml } from './cell-text.ts'
import type { SharedTexts } from './shared-texts.ts'
import type { Column } from './sheet-rows.ts'

/** A small file of the archive. */
export interface Part {
  readonly path: string
  readonly text: string
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const typePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const stylesPath = 'xl/styles.xml'
export const sharedPath = 'xl/sharedStrings.xml'

/** The table of shared texts, piece by piece. */
export function* sharedTexts(shared: SharedTexts): Generator<string> {
  yield `${declaration}<sst xmlns="${main}">`
  yield* shared.items()
  yield '</sst>'
}

/** Everything around the sheets, which come in the order that readers show them in. */
export function surroundings(sheets: readonly { name: string; path: string }[]): Part[] {
  const list = sheets.map(
    ({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  const links = sheets.map(({ path }, at) => relation(at + 1, 'worksheet', path.replace('xl/', '')))
  const types = sheets.map(({ path }) => override(path, `${typePrefix}.worksheet+xml`))
  return [
    { path: stylesPath, text: stylesXml },
    {
      path: 'xl/workbook.xml',
      text: `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      text: relationsXml([
        ...links,
        relation(sheets.length + 1, 'styles', 'styles.xml'),
        relation(sheets.length + 2, 'sharedStrings', 'sharedStrings.xml'),
      ]),
    },
    { path: '_rels/.rels', text: relationsXml([relation(1, 'officeDocument', 'xl/workbook.xml')]) },
    {
      path: '[Content_Types].xml',
      text:
        `${declaration}<Types xmlns="${contentTypes}">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        override('xl/workbook.xml', `${typePrefix}.sheet.main+xml`) +
        override(stylesPath, `${typePrefix}.styles+xml`) +
        override(sharedPath, `${typePrefix}.sharedStrings+xml`) +
        `${types.join('')}</Types>`,
    },
  ]
}

/** What comes before the rows of a sheet: its first row stays in sight. */
export function sheetOpening(columns: readonly Column[]): string {
  const cols = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" state="frozen" activePane="bottomLeft"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData>`
  )
}

export const sheetEnding = '</sheetData></worksheet>'

/** A sheet of two columns: titles in bold, and texts that may take several lines. */
export function sheetXml(rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(
    ([title, text], at) =>
      `<row r="${at + 1}">${textCell(`A${at + 1}`, 1, title)}${textCell(`B${at + 1}`, 2, text)}</row>`,
  )
  return (
    `${declaration}<worksheet xmlns="${main}"><cols><col min="1" max="1" width="30" customWidth="1"/>` +
    `<col min="2" max="2" width="90" customWidth="1"/></cols><sheetData>${lines.join('')}${sheetEnding}`
  )
}

function textCell(at: string, style: number, text: string): string {
  if (text === '') return ''
  return `<c r="${at}" s="${style}" t="inlineStr"><is>${textXml(text)}</is></c>`
}

/** Plain for all rows; bold; with line breaks. */
const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top"/></xf>' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>' +
  '</cellXfs></styleSheet>'

function relation(number: number, kind: string, target: string): string {
  return `<Relationship Id="rId${number}" Type="${relations}/${kind}" Target="${target}"/>`
}

function relationsXml(links: readonly string[]): string {
  return `${declaration}<Relationships xmlns="${packageRelations}">${links.join('')}</Relationships>`
}

function override(path: string, type: string): string {
  return `<Override PartName="/${path}" ContentType="${type}"/>`
}
