import { useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { ofOrganisation } from '../../session/OrganisationGate.tsx'
import {
  useOrganisation,
  useOrganisationId,
  useOrganisations,
  useRegisterRefusal,
} from '../../session/use-organisations.ts'
import { RegisterPage } from '../performers/RegisterPage.tsx'
import { RegistrationForVideo } from './RegistrationForVideo.tsx'
import { RegistrationRefused } from './RegistrationRefused.tsx'

/** The registration form, standalone or for adding the new performer to a video. */
export const RegistrationRoute = ofOrganisation(RegistrationForm)

function RegistrationForm() {
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
