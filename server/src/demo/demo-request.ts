import { Readable } from 'node:stream'
import type { RequestInfo, Upload } from '../platform/http/requests/binding.ts'
import { newId } from '../platform/ids.ts'

/** A form as the HTTP layer would hand it over, made of specimens. */
export function demoUpload(
  fields: Readonly<Record<string, string>>,
  files: readonly { readonly slot: string; readonly filename: string; readonly bytes: Buffer }[],
): Upload {
  return {
    async receive(onFile) {
      for (const { slot, filename, bytes } of files) {
        await onFile({ slot, filename, stream: Readable.from([bytes]) })
      }
      return { ...fields }
    },
  }
}

/** A request from `ip`, one of the addresses that are reserved for documentation (RFC 5737). */
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
