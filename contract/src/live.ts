import { z } from 'zod'
import { id } from './fields.ts'

/** D42: where browsers listen, below the origin itself and not below /api (spec §3). */
export const livePath = '/ws'

export const liveKinds = ['performer', 'document', 'review', 'video', 'delivery'] as const
export type LiveKind = (typeof liveKinds)[number]

/**
 * All that a socket ever says: something of this kind changed. `id` is that of the performer for performers,
 * documents and reviews, of the video, or of the delivery; what it became is asked for by an ordinary call.
 */
export const liveHintSchema = z.strictObject({ kind: z.enum(liveKinds), id })
export type LiveHint = z.infer<typeof liveHintSchema>

/** Why the server closes a socket. */
export const liveCloseCodes = {
  /** The session has ended, or never was. */
  sessionEnded: 4401,
  /** More sockets of one person than there may be: the oldest goes. */
  tooMany: 4429,
  /** The server stops; come back a little later. */
  restarting: 1012,
} as const
