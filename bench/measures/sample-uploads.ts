import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pdfOf, samplePdf, samplePng } from '@kyc/server/testing/app/sample-files.ts'
import sharp from 'sharp'

const pdfBytes = 20_000_000
const photoBytes = 5_000_000

/** An encoded multipart form on the disk. */
export interface FormFile {
  readonly path: string
  readonly contentType: string
  /** The size of its files. */
  readonly bytes: number
}

/** A scanned agreement: one page with one picture of noise, which does not compress. */
export function largePdf(): Buffer {
  const picture = randomBytes(pdfBytes).toString('latin1')
  const text = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /Im0 4 0 R >> >> >>',
    `<< /Type /XObject /Subtype /Image /Width 4000 /Height 5000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${picture.length} >>
stream
${picture}
endstream`,
  ])
  return Buffer.from(text, 'latin1')
}

/** A photo of 12 megapixels with grain, about 5 MB like a photo of a phone. */
export async function largePhoto(): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 22 },
    },
  })
    .blur(0.8)
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer()
  let best = await sharp(grain).jpeg({ quality: 60 }).toBuffer()
  for (let quality = 65; quality <= 98 && best.length < photoBytes; quality += 3) {
    best = await sharp(grain).jpeg({ quality }).toBuffer()
  }
  return best
}

export async function formWith(folder: string, filename: string, file: Buffer): Promise<FormFile> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), filename)
  return writeForm(join(folder, `form-${filename}`), form, file.length)
}

/** A registration with small files. */
export async function registrationForm(folder: string): Promise<FormFile> {
  const [pdf, picture] = [samplePdf(), await samplePng(640, 400)]
  const form = new FormData()
  const names = { lastName: '計測', firstName: '花子', lastNameRoman: 'KEISOKU', firstNameRoman: 'HANAKO' }
  for (const [name, value] of Object.entries(names)) form.append(name, value)
  form.append('agreementFile', new Blob([pdf]), '出演同意書.pdf')
  for (const type of ['idFront', 'selfie']) {
    form.append(type, new Blob([picture]), `${type}.png`)
  }
  return writeForm(join(folder, 'form-registration'), form, pdf.length + 2 * picture.length)
}

export async function writeForm(path: string, form: FormData, bytes: number): Promise<FormFile> {
  const response = new Response(form)
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
  return { path, contentType: response.headers.get('content-type') ?? '', bytes }
}

/** Registers a performer whose documents the measures then replace. */
export async function registerOne(
  url: string,
  headers: Readonly<Record<string, string>>,
  form: FormFile,
): Promise<string> {
  const reply = await fetch(`${url}/api/performers`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': form.contentType,
      'idempotency-key': randomBytes(16).toString('hex'),
    },
    body: new Uint8Array(await readFile(form.path)),
  })
  const body = (await reply.json()) as { id: string } // the reply of the contract
  if (reply.status !== 201)
    throw new Error(`the registration returned ${reply.status}: ${JSON.stringify(body)}`)
  return body.id
}
