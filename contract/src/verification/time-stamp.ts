import { fromBER, OctetString } from 'asn1js'
import { TSTInfo } from 'pkijs'
import { signatureValue, signedDataOf } from './signature-form.ts'

/** The time of a time stamp over the signature; null if `token` is not a valid one. Its issuer is not verified. */
export async function readTimestamp(token: Uint8Array, signature: Uint8Array): Promise<Date | null> {
  try {
    const signed = signedDataOf(new Uint8Array(token))
    const content = signed?.encapContentInfo.eContent
    if (!signed || !(content instanceof OctetString)) return null
    const data = signatureValue(signature).buffer
    const isValid = await signed.verify({ signer: 0, data, checkChain: false })
    return isValid ? new TSTInfo({ schema: fromBER(content.getValue()).result }).genTime : null
  } catch {
    // Every error is caught, since the library has an error class for each structure.
    return null
  }
}
