import type { PerformerField } from '@kyc/contract/performer-fields.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import type { FieldError } from '@kyc/contract/problem-body.ts'
import { Stack } from '@mantine/core'
import { type FormEvent, useReducer, useRef } from 'react'
import { track } from '../../api/analytics.ts'
import { fieldFailures } from '../../api/failure-text.ts'
import { paths } from '../../paths.ts'
import { Columns } from '../../ui/Columns.tsx'
import { useDraft } from '../../ui/drafts.ts'
import { useGo, usePreloadPage } from '../../ui/go.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFilePreparation } from '../documents/slots/use-file-preparation.ts'
import { preloadPdf } from '../documents/viewer/pdf-document.ts'
import { useJumpAfterRender } from './jump-to.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import classes from './RegisterPage.module.css'
import { RegistrationBar } from './RegistrationBar.tsx'
import { DetailsSection, FilesSection, NamesSection } from './RegistrationSections.tsx'
import { RequiredList } from './RequiredList.tsx'
import {
  emptyForm,
  hasWork,
  type RegistrationAction,
  type RegistrationSlot,
  registrationReducer,
} from './registration-form.ts'
import { fieldFaults } from './registration-input.ts'
import { firstFaulty, missingFields } from './required-items.ts'
import { useRegistration } from './use-registration.ts'

const event = { page: '/performers/add', form: 'performer-registration' } as const

/** Adapts the form to the page that it was opened from. */
export interface RegistrationTarget {
  /** Target of the back link and of キャンセル. */
  readonly back: { label: string; href: string }
  /** The page after the registration, whose code is loaded while the form is filled in. */
  readonly next: string
  /** Runs after the registration. The form is busy until it resolves; it must not reject. */
  readonly finish: (performer: Performer) => Promise<void>
}

export interface RegisterPageProps {
  /** The organisation of the new performer; without it, the server chooses. */
  organisation: string | undefined
  /** Text below the title. */
  note: string | undefined
  target?: RegistrationTarget
}

/** 出演者情報登録, for both of its URLs. Without a target, opens the new performer afterwards. */
export function RegisterPage({ organisation, note, target }: RegisterPageProps) {
  const go = useGo()
  const preload = usePreloadPage()
  const back = target?.back ?? { label: '出演者一覧', href: paths.performers() }
  const [form, dispatch] = useReducer(registrationReducer, emptyForm)
  const jumpAfterRender = useJumpAfterRender()
  useDraft(hasWork(form))
  const started = useRef(false)
  const done = useRef(false)
  const openPerformer = ({ id, name, status }: Performer) => {
    // The toast is part of the frame, so it remains visible even if the code of the next page fails to load.
    showToast(
      status === 'draft'
        ? `${name} を下書きで保存しました。`
        : `${name} を登録しました。管理者が審査し、結果をメールでお知らせします。`,
    )
    return go(paths.performer(id), { replace: true })
  }
  const registration = useRegistration({ organisation }, (performer) => {
    done.current = true
    track({ name: 'form_complete', ...event })
    return target ? target.finish(performer) : openPerformer(performer)
  })
  const change = (action: RegistrationAction) => {
    if (!started.current) {
      track({ name: 'form_start', ...event })
      preloadPdf()
      preload(target?.next ?? paths.performer('new'))
    }
    started.current = true
    dispatch(action)
  }
  const preparation = useFilePreparation<RegistrationSlot>(
    (slot, state) => change({ kind: 'slot', slot, state }),
    (slot, update) => dispatch({ kind: 'update', slot, update }),
  )
  const showFailures = (failures: readonly FieldError[]) => {
    dispatch({ kind: 'failures', failures })
    const first = firstFaulty(failures)
    if (first) jumpAfterRender(first)
  }
  const send = () => {
    const faults = fieldFaults(form.values)
    const failures = Object.entries(faults).map(([field, message]) => ({ field, message }))
    if (failures.length > 0) return showFailures(failures)
    registration.send(form, { onError: (error) => showFailures(fieldFailures(error)) })
  }
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    if (missingFields(form).length === 0 && !registration.sending) send()
  }
  const abandon = () => track({ name: 'form_abandon', ...event })
  const cancel = () => {
    // With unsaved work, LeaveGuard asks for confirmation and then tracks the abandonment.
    if (started.current && !hasWork(form)) abandon()
    void go(back.href)
  }
  const fields = {
    values: form.values,
    errors: form.errors,
    readOnly: registration.sending !== undefined,
    onChange: (field: PerformerField, value: string) => change({ kind: 'field', field, value }),
  }
  return (
    <form onSubmit={submit} noValidate>
      <PageHeader title="出演者情報登録" back={back}>
        {note}
      </PageHeader>
      <Columns>
        <Stack miw={0}>
          <NamesSection form={form} fields={fields} />
          <FilesSection
            form={form}
            fields={fields}
            sent={registration.sending?.progress.sent}
            onChoose={(slot, file) => void preparation.choose(slot, file)}
            onClear={preparation.clear}
          />
          <DetailsSection form={form} fields={fields} organisation={organisation} />
        </Stack>
        <aside className={classes.aside}>
          <RequiredList form={form} />
        </aside>
      </Columns>
      <RegistrationBar form={form} registration={registration} onSaveDraft={send} onCancel={cancel} />
      <LeaveGuard losesWork={() => !done.current && hasWork(form)} onLeave={abandon} />
    </form>
  )
}
