import { MiB } from './limits.ts'

/** Limits on requests and connections that only the server applies. A separate module, so that the first page does not load it. */
export const requestLimits = {
  jsonBytes: 64 * 1024,
  jsonDepth: 16,
  multipartBytes: 141 * MiB,
  /** The other names of a performer are one field. */
  multipartFieldBytes: 16 * 1024,
  multipartParts: 20,
  headerBytes: 16 * 1024,
  socketsPerAddress: 100,
  /** Requests of one connection that await their responses; browsers and proxies have one. */
  pipelinedRequests: 10,
} as const
