import { DecryptCommand, GenerateDataKeyCommand, KMSClient, KMSServiceException } from '@aws-sdk/client-kms'
import {
  type MasterKey,
  MasterKeyError,
  masterKey,
  type StoredMasterKeys,
} from '../platform/crypto/master-key.ts'
import type { MasterKeySource } from '../platform/crypto/master-key-settings.ts'

type KmsSource = Extract<MasterKeySource, { kind: 'kms' }>

/** The context that KMS authenticates, and shows in the log of the AWS account. It must never change. */
const encryptionContext = { purpose: 'identity-verification master key' }

const requestTimeout = 5000

/**
 * Opens a master key that AWS KMS encrypts. The first start generates it there, and stores it in the database in
 * encrypted form; each start has it decrypted. Credentials and endpoint are those of the AWS SDK (`AWS_…`).
 * @throws MasterKeyError if KMS is unavailable or refuses
 */
export async function openKmsKey(source: KmsSource, stored: StoredMasterKeys): Promise<MasterKey> {
  const client = new KMSClient({
    region: source.region,
    requestHandler: {
      connectionTimeout: 3000,
      requestTimeout,
      throwOnRequestTimeout: true, // otherwise the limit causes a warning only
      socketTimeout: requestTimeout, // limits silence in the middle of a reply
    },
  })
  try {
    const encrypted = (await stored.findKmsKey(source.address)) ?? (await generate(client, stored, source))
    const { Plaintext: bytes } = await client.send(
      new DecryptCommand({
        KeyId: source.keyId,
        CiphertextBlob: encrypted,
        EncryptionContext: encryptionContext,
      }),
    )
    return masterKey(Buffer.from(bytes ?? []))
  } catch (error) {
    if (error instanceof MasterKeyError) throw error
    const reason = error instanceof KMSServiceException ? error.name : String(error)
    throw new MasterKeyError(`AWS KMS does not open the master key ${source.address}: ${reason}.`, {
      cause: error,
    })
  } finally {
    client.destroy()
  }
}

/** Of several concurrent first starts, one stores its key, and all use that. */
async function generate(
  client: KMSClient,
  stored: StoredMasterKeys,
  source: KmsSource,
): Promise<Buffer | undefined> {
  const { CiphertextBlob: encrypted } = await client.send(
    new GenerateDataKeyCommand({
      KeyId: source.keyId,
      KeySpec: 'AES_256',
      EncryptionContext: encryptionContext,
    }),
  )
  await stored.addKmsKey(source.address, Buffer.from(encrypted ?? []))
  return stored.findKmsKey(source.address)
}
