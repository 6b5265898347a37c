import { codeReading, holdsIndividualNumber } from '@kyc/contract/individual-number.ts'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { drawPicture } from './draw-picture.ts'

// The compiler types `self` as a window; this file runs in a dedicated worker.
const scope = self as unknown as DedicatedWorkerGlobalScope

// By default the package loads the WebAssembly file from another site.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

scope.addEventListener('message', (event: MessageEvent<Blob>) => {
  showsIndividualNumber(event.data)
    .catch(() => false) // left to the server
    .then((shows) => scope.postMessage(shows))
})

async function showsIndividualNumber(picture: Blob): Promise<boolean> {
  const { sidePx, options } = codeReading
  const pixels = await drawPicture(picture, sidePx)
  const codes = await readBarcodes(pixels, { ...options, formats: [...options.formats] })
  return codes.some(({ text }) => holdsIndividualNumber(text))
}
