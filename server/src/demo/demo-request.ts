import { Readable } from 'node:stream'
import type { RequestInfo, Upload } from '../platform/http/requests/binding.ts'
import { newId } from '../platform/ids.ts'

/** An upload as the HTTP layer passes it to an act, made of specimens. */
export function demoUpload<Part extends string>(
  fields: Readonly<Record<string, string>>,
  files: readonly { readonly part: Part; readonly filename: string; readonly bytes: Buffer }[],
): Upload<Part> {
  return {
    async receive(onFile) {
      for (const { part, filename, bytes } of files) {
        await onFile({ part, filename, stream: Readable.from([bytes]) })
      }
      return { ...fields }
    },
  }
}

/** A request from `ip`, an address reserved for documentation (RFC 5737). */
export function demoRequest(ip: string): RequestInfo {
  return {
    id: newId(),
    ip,
    userAgent: null,
    header: () => undefined,
    cookies: {},
    signal: new AbortController().signal,
  }
}
