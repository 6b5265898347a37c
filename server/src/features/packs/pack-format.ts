// What a pack and its verification have in common.

/** The list of the hashes of all files, in the form of `sha256sum`. */
export const manifestName = 'SHA256SUMS'

/** What the key of the log signs for a list with this hash: never the text of a checkpoint. */
export function signedText(packId: string, sha256: string): string {
  return `kyc-pack/1\n${packId}\n${sha256}\n`
}

/** Of the extract of the log, whose first line has the signed checkpoint and the key that it names. */
export const logFormat = 'kyc-pack-log/1'
