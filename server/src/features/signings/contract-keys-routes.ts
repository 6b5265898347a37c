import { getContractKeys } from '@kyc/contract/contract-keys.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import type { NoteVerifier } from '../../platform/transparency/signed-note.ts'
import type { InstallationKeys } from './pdf/installation-key.ts'

interface ContractKeyServices {
  readonly auditSigner: NoteVerifier
  readonly installationKeys: InstallationKeys
}

/** `GET /api/contract-keys`: what signed contracts are verified with. */
export function contractKeysRoutes({ auditSigner, installationKeys }: ContractKeyServices): Binding[] {
  return [
    bind(getContractKeys, async () => ({
      body: {
        certificates: (await installationKeys.certificates()).map(
          ({ fingerprint, certificate, createdAt, retiredAt }) => ({
            fingerprint,
            certificate: Buffer.from(certificate).toString('base64'),
            createdAt: createdAt.toISOString(),
            retiredAt: retiredAt?.toISOString() ?? null,
          }),
        ),
        logKeys: [auditSigner.vkey],
      },
    })),
  ]
}
