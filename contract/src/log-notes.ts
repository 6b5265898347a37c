// The texts of signed notes (C2SP signed-note) with Ed25519 and of checkpoints. The signatures are verified by the
// callers.

/** The only kind of key. */
export const ed25519 = 1

/** A public key in the form of C2SP: its name, its id in hex, and the kind of the key with its 32 bytes in base64. */
export function splitVkey(vkey: string): { name: string; id: string; key: string } | undefined {
  const [, name, id, key] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(vkey) ?? []
  // The form sets all of its groups or none.
  return name && id && key ? { name, id, key } : undefined
}

export interface NoteSignature {
  readonly name: string
  /** The id of the key and the signature, in base64. */
  readonly signature: string
}

/** The signed text of a note, which ends with a newline, and its signatures; undefined if `note` is not a note. */
export function splitNote(note: string): { text: string; signatures: NoteSignature[] } | undefined {
  const end = note.lastIndexOf('\n\n')
  if (end < 0) return undefined
  const signatures = note
    .slice(end + 2)
    .split('\n')
    .flatMap((line) => {
      const [, name, signature] = /^— (\S+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? []
      return name && signature ? [{ name, signature }] : []
    })
  return { text: note.slice(0, end + 1), signatures }
}

const checkpointForm =
  /^(\S+)\n(\d+)\n([A-Za-z0-9+/]{43}=)\nprevious (\d+)\nsealed (\S+)\nposition (\S+) (\d+) ([0-9a-f-]{36})\n$/

/**
 * The lines of a checkpoint (C2SP tlog-checkpoint with three extension lines); undefined if the text has another form.
 */
export function splitCheckpoint(text: string) {
  const [, origin, size, root, previous, sealed, database, xid, id] = checkpointForm.exec(text) ?? []
  // The form sets all of its groups or none.
  if (!origin || !size || !root || !previous || !sealed || !database || !xid || !id) return undefined
  return { origin, size: Number(size), root, previous: Number(previous), sealed, database, xid, id }
}
