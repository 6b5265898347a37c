import { limits } from '@kyc/contract/limits.ts'
import { useNavigate } from '@tanstack/react-router'
import type { PerformerListSearch } from '../../paths.ts'
import { KeysetPages } from '../../ui/KeysetPages.tsx'

/** The pages of the list (D19). */
export function ListPages({ search, next }: { search: PerformerListSearch; next: string | null }) {
  const navigate = useNavigate({ from: '/performers' })
  return (
    <KeysetPages
      cursor={search.cursor}
      next={next}
      size={`${limits.page.size}名`}
      onGo={(cursor, state) => void navigate({ search: { ...search, cursor }, state })}
    />
  )
}
