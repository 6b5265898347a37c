import { chromium } from '@playwright/test'
import sharp from 'sharp'
import type { Drawing } from './drawings.ts'

export interface Camera {
  take(drawing: Drawing): Promise<Uint8Array>
  close(): Promise<void>
}

/** A browser that turns drawings into JPEG, PNG or PDF files. */
export async function openCamera(): Promise<Camera> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  const page = await browser.newPage()
  return {
    async take(drawing) {
      await page.setViewportSize({ width: drawing.width, height: drawing.height })
      await page.setContent(drawing.html, { waitUntil: 'load' })
      if (drawing.kind === 'pdf')
        return page.pdf({ format: 'A4', printBackground: true, preferCSSPageSize: true })
      const picture = sharp(await page.screenshot({ type: 'png', omitBackground: drawing.kind === 'png' }))
      const sized = drawing.shrinkTo ? picture.resize({ width: drawing.shrinkTo }) : picture
      return drawing.kind === 'png'
        ? sized.png({ palette: true }).toBuffer()
        : sized.jpeg({ quality: drawing.quality ?? 60, mozjpeg: true }).toBuffer()
    },
    close: () => browser.close(),
  }
}
