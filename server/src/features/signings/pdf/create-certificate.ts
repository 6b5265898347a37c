import { type KeyObject, randomBytes } from 'node:crypto'
import { BitString, Integer, OctetString, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension, Time } from 'pkijs'

/** Viewers of PDF compare it with the day on which they open a contract, which is kept for up to 30 years (D110). */
const validYears = 40

/** A self-signed certificate of a key of ES256 for signing documents, in DER. */
export async function createCertificate(
  { publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
  host: string,
  from: Date,
): Promise<Uint8Array> {
  const certificate = new Certificate({
    version: 2,
    // Positive, as an INTEGER is positive whose first bit is not set.
    serialNumber: new Integer({ valueHex: new Uint8Array([1, ...randomBytes(15)]).buffer }),
    notBefore: new Time({ type: 0, value: wholeSeconds(from) }),
    notAfter: new Time({ type: 1, value: wholeSeconds(yearsAfter(from, validYears)) }),
  })
  for (const name of [certificate.subject, certificate.issuer])
    name.typesAndValues.push(
      new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: host }) }),
    )
  await certificate.subjectPublicKeyInfo.importKey(asCryptoKey(publicKey, ['verify']))
  certificate.extensions = [
    extension('2.5.29.19', true, new BasicConstraints({ cA: false }).toSchema().toBER()),
    // digitalSignature and nonRepudiation.
    extension(
      '2.5.29.15',
      true,
      new BitString({ valueHex: Uint8Array.of(0xc0).buffer, unusedBits: 6 }).toBER(),
    ),
    extension(
      '2.5.29.14',
      false,
      new OctetString({ valueHex: new Uint8Array(randomBytes(20)).buffer }).toBER(),
    ),
  ]
  await certificate.sign(asCryptoKey(privateKey, ['sign']), 'SHA-256')
  return new Uint8Array(certificate.toSchema(true).toBER())
}

function asCryptoKey(key: KeyObject, usages: ('sign' | 'verify')[]): CryptoKey {
  return key.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, usages) as CryptoKey // node declares more usages
}

function extension(extnID: string, critical: boolean, extnValue: ArrayBuffer): Extension {
  return new Extension({ extnID, critical, extnValue })
}

/** ASN.1 has no fractions of seconds here. */
function wholeSeconds(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000)
}

function yearsAfter(date: Date, years: number): Date {
  const later = new Date(date)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}
