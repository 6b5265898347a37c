import { z } from 'zod'
import { id } from './fields.ts'

/** D42: the path of the WebSocket, below the origin and not below /api (spec §3). */
export const livePath = '/ws'

export const liveKinds = [
  'performer',
  'document',
  'review',
  'video',
  'organisation',
  'delivery',
  'takedown',
  'pack',
  'share',
  'sharedFacts',
] as const
export type LiveKind = (typeof liveKinds)[number]

/**
 * The only message on the socket: a record of this kind changed. `id` is that of the performer for performers,
 * documents and reviews, of the video, of the organisation, of the delivery, of the request to take a title down, of
 * the pack, or of the share. `share` is sent after an act on the share, such as its end, and `sharedFacts` after a
 * change of the facts that it shows. The browser fetches the new state by an ordinary call.
 */
const liveChangeSchema = z.strictObject({ kind: z.enum(liveKinds), id })
export type LiveChange = z.infer<typeof liveChangeSchema>

/** The codes with which the server closes a socket. */
export const liveCloseCodes = {
  /** The session has ended or never existed. */
  sessionEnded: 4401,
  /** The account has more than `limits.live.socketsPerAccount` sockets; the oldest is closed. */
  tooMany: 4429,
  /** The server is stopping; reconnect later. */
  restarting: 1012,
} as const
