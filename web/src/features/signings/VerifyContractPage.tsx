import { type LinkLanguage, linkLanguages } from '@kyc/contract/consent.ts'
import { getContractKeys } from '@kyc/contract/contract-keys.ts'
import { type ContractVerification, verifyContract } from '@kyc/contract/verification/verify-contract.ts'
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { useGo } from '../../ui/go.tsx'
import { VerificationReport } from './VerificationReport.tsx'
import { en } from './verify-texts-en.ts'
import { ja, type VerifyTexts } from './verify-texts-ja.ts'

const languages: Record<LinkLanguage, { readonly name: string; readonly texts: VerifyTexts }> = {
  ja: { name: '日本語', texts: ja },
  en: { name: 'English', texts: en },
}

type Result = { readonly name: string } & (
  | { readonly state: 'checking' | 'unreadable' }
  | { readonly state: 'checked'; readonly report: ContractVerification }
)

/** /verify-contract: verifies a signed contract inside the browser, for everyone who has the file. */
export function VerifyContractPage() {
  const { lang }: Record<string, unknown> = useSearch({ strict: false })
  const language = linkLanguages.find((each) => each === lang) ?? 'ja'
  const { texts } = languages[language]
  const queries = useQueryClient()
  const { isLoadingError: hasNoKeys } = useQuery(callQuery(getContractKeys))
  const [result, setResult] = useState<Result>()
  const check = async (file: File) => {
    setResult({ name: file.name, state: 'checking' })
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (!bytes) return setResult({ name: file.name, state: 'unreadable' })
    // Resolves once the keys have loaded; fetches them again if they could not be loaded.
    const published = queries.query({ ...callQuery(getContractKeys), staleTime: 'static' })
    const keys = await published.catch(() => undefined)
    const report = await verifyContract(new Uint8Array(bytes), {
      fingerprints: keys?.certificates.map(({ fingerprint }) => fingerprint),
      logKeys: keys?.logKeys,
    })
    setResult({ name: file.name, state: 'checked', report })
  }
  return (
    <Paper component="section" withBorder p="card" lang={language}>
      <title>{`${texts.title}｜本人確認管理システム`}</title>
      <Group justify="space-between" mb="sm">
        <Title>{texts.title}</Title>
        <LanguageSwitch language={language} label={texts.language} />
      </Group>
      <Text mb="md">{texts.lead}</Text>
      {hasNoKeys && (
        <Alert tone="wait" mb="md">
          {texts.noKeys}
        </Alert>
      )}
      <FilePicker
        accept="application/pdf,.pdf"
        busy={result?.state === 'checking'}
        onChoose={(file) => void check(file)}
      >
        {result?.state === 'checking' ? texts.checking : texts.choose}
      </FilePicker>
      {result?.state === 'unreadable' && <Alert mt="md">{texts.unreadable}</Alert>}
      {result?.state === 'checked' && (
        <VerificationReport name={result.name} report={result.report} language={language} texts={texts} />
      )}
    </Paper>
  )
}

function LanguageSwitch({ language, label }: { language: LinkLanguage; label: string }) {
  const go = useGo()
  return (
    <Group component="fieldset" gap={4} m={0} p={0} bd={0} aria-label={label}>
      {linkLanguages.map((each) => (
        <Button
          key={each}
          lang={each}
          h={36}
          px="xs"
          fz="xs"
          variant={each === language ? 'light' : 'subtle'}
          color={each === language ? 'accent' : 'gray'}
          aria-pressed={each === language}
          onClick={() => void go(paths.verifyContract({ lang: each }), { replace: true })}
        >
          {languages[each].name}
        </Button>
      ))}
    </Group>
  )
}
