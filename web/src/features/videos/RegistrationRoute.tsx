import { useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import {
  useOrganisation,
  useOrganisationId,
  useOrganisations,
  useRegisterRefusal,
} from '../../session/use-organisations.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { RegisterPage } from '../performers/RegisterPage.tsx'

// Lazy: most registrations are standalone.
const RegistrationForVideo = lazyPart(() =>
  import('./RegistrationForVideo.tsx').then((m) => m.RegistrationForVideo),
)
const RegistrationRefused = lazyPart(() =>
  import('./RegistrationRefused.tsx').then((m) => m.RegistrationRefused),
)

/** The registration form, standalone (spec §2) or for adding the new performer to a video (D23). */
export function RegistrationRoute() {
  const { video } = useSearch({ from: '/signed-in/registration' })
  return video ? <RegistrationForVideo key={video} videoId={video} /> : <Registration />
}

function Registration() {
  const selected = useOrganisationId()
  const organisation = useOrganisation()
  const refusal = useRegisterRefusal()
  const several = (useOrganisations()?.length ?? 0) > 1
  if (refusal !== undefined) {
    return (
      <RegistrationRefused
        title="出演者を登録できません"
        back={{ label: '出演者一覧', href: paths.performers() }}
      >
        {refusal}
      </RegistrationRefused>
    )
  }
  const note = several && organisation ? `「${organisation.name}」に登録します。` : undefined
  return <RegisterPage organisation={selected} note={note} />
}
