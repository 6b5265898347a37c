import { Set as Asn1Set, fromBER, Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { type Bytes, concat, fromHex, toHex } from './bytes.ts'

// The CMS of a signed contract (PAdES, baseline B-B or B-T). Everything in it follows from a few values, so the
// verification encodes these values again and accepts no other bytes.

const ids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const

/** What the CMS consists of. */
export interface SignatureParts {
  readonly certificate: Certificate
  /** SHA-256 of the certificate. */
  readonly fingerprint: Uint8Array
  /** SHA-256 of the signed bytes. */
  readonly digest: Uint8Array
  /** The two numbers of ECDSA with P-256, of 32 bytes each, over `signedAttributes`. */
  readonly signature: Uint8Array
  /** The time stamp of a service (RFC 3161) over `signatureValue`. */
  readonly timestamp?: Uint8Array | undefined
}

/**
 * The DER that is signed. It names the certificate (RFC 5035), so that the certificate cannot be exchanged for another
 * one of the same key.
 */
export function signedAttributes({
  fingerprint,
  digest,
}: Pick<SignatureParts, 'fingerprint' | 'digest'>): Bytes {
  const attributes = attributesOf({ fingerprint, digest })
  return bytesOf(new Asn1Set({ value: attributes.map((each) => each.toSchema()) }).toBER())
}

/** The signature in the form of the CMS. A time stamp covers these bytes. */
export function signatureValue(signature: Uint8Array): Bytes {
  const numbers = [signature.subarray(0, 32), signature.subarray(32)]
  const value = numbers.map((number) => Integer.fromBigInt(BigInt(`0x${toHex(number)}`)))
  return bytesOf(new Sequence({ value }).toBER())
}

export function encodeSignature(parts: SignatureParts): Bytes {
  const { certificate, timestamp } = parts
  const sha256 = () => new AlgorithmIdentifier({ algorithmId: ids.sha256 })
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: [sha256()],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ids.data }),
    certificates: [certificate],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        digestAlgorithm: sha256(),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: attributesOf(parts) }),
        signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: ids.ecdsaWithSha256 }),
        signature: new OctetString({ valueHex: signatureValue(parts.signature) }),
        ...(timestamp && {
          unsignedAttrs: new SignedAndUnsignedAttributes({
            type: 1,
            attributes: [
              new Attribute({
                type: ids.timeStampToken,
                values: [fromBER(arrayBuffer(timestamp)).result],
              }),
            ],
          }),
        }),
      }),
    ],
  })
  const content = new ContentInfo({ contentType: ids.signedData, content: signedData.toSchema(true) })
  return bytesOf(content.toSchema().toBER())
}

/**
 * The parts of a CMS of this form; undefined if one is missing. The caller encodes them again and compares the bytes.
 * @throws Error as `signedDataOf` does
 */
export function readSignature(der: Bytes): Omit<SignatureParts, 'fingerprint'> | undefined {
  const signed = signedDataOf(der)
  const certificate = signed?.certificates?.[0]
  const signer = signed?.signerInfos[0]
  const digest = attributeValue(signer?.signedAttrs, ids.messageDigest)
  if (!(certificate instanceof Certificate) || !signer || !(digest instanceof OctetString)) return undefined
  const numbers = fromBER(signer.signature.valueBlock.valueHexView).result
  const signature = numbers instanceof Sequence ? joinNumbers(numbers) : undefined
  if (!signature) return undefined
  const timestamp = attributeValue(signer.unsignedAttrs, ids.timeStampToken)
  return {
    certificate,
    digest: new Uint8Array(digest.valueBlock.valueHexView),
    signature,
    timestamp: timestamp && bytesOf(timestamp.toBER()),
  }
}

/**
 * The signed data of a CMS; undefined if its content is of another type.
 * @throws Error of various classes if the bytes are no CMS
 */
export function signedDataOf(der: Bytes): SignedData | undefined {
  const content = ContentInfo.fromBER(der)
  return content.contentType === ids.signedData ? new SignedData({ schema: content.content }) : undefined
}

/** The signed attributes, in the order that DER requires. */
function attributesOf({ fingerprint, digest }: Pick<SignatureParts, 'fingerprint' | 'digest'>): Attribute[] {
  const certificateId = new Sequence({ value: [octets(fingerprint)] })
  const attributes = [
    new Attribute({ type: ids.contentType, values: [new ObjectIdentifier({ value: ids.data })] }),
    new Attribute({ type: ids.messageDigest, values: [octets(digest)] }),
    new Attribute({
      type: ids.signingCertificateV2,
      values: [new Sequence({ value: [new Sequence({ value: [certificateId] })] })],
    }),
  ]
  const derOf = (attribute: Attribute) => toHex(new Uint8Array(attribute.toSchema().toBER()))
  return attributes.sort((one, other) => (derOf(one) < derOf(other) ? -1 : 1))
}

function octets(bytes: Uint8Array): OctetString {
  return new OctetString({ valueHex: arrayBuffer(bytes) })
}

function attributeValue(attributes: SignedAndUnsignedAttributes | undefined, type: string) {
  return attributes?.attributes.find((each) => each.type === type)?.values[0]
}

function joinNumbers({ valueBlock }: Sequence): Bytes | undefined {
  const numbers = valueBlock.value.map((each) =>
    each instanceof Integer ? fromHex(each.toBigInt().toString(16).padStart(64, '0')) : undefined,
  )
  const [r, s] = numbers
  return r?.length === 32 && s?.length === 32 ? concat(r, s) : undefined
}

function arrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

function bytesOf(buffer: ArrayBuffer): Bytes {
  return new Uint8Array(buffer)
}
