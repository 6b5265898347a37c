import type { PerformerField } from '@kyc/contract/performer-fields.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { type FormEvent, useReducer, useRef } from 'react'
import { track } from '../../api/analytics.ts'
import { fieldErrors } from '../../api/failure-text.ts'
import { paths } from '../../paths.ts'
import { useGo } from '../../ui/go.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useFilePreparation } from '../documents/use-file-preparation.ts'
import { jumpTo } from './jump-to.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import classes from './RegisterPage.module.css'
import { RegistrationBar } from './RegistrationBar.tsx'
import { DetailsSection, FilesSection, NamesSection } from './RegistrationSections.tsx'
import { RequiredList } from './RequiredList.tsx'
import {
  emptyForm,
  hasWork,
  type RegistrationAct,
  type RegistrationSlot,
  registrationReducer,
} from './registration-form.ts'
import { faultyFields } from './registration-input.ts'
import { missingFields } from './required-items.ts'
import { useRegistration } from './use-registration.ts'

const event = { page: '/performers/add', form: 'performer-registration' } as const

/** Where the form was opened from, and what follows the registration. */
export interface RegistrationTarget {
  /** The way back, also of キャンセル. */
  readonly back: { label: string; href: string }
  /** What will happen, beneath the title. */
  readonly note?: string | undefined
  /** The form stays busy until it ends; it never fails. */
  readonly finish: (performer: Performer) => Promise<void>
}

/** 出演者情報登録 (spec §2); both of its addresses show this one form. By itself it leads to the new performer. */
export function RegisterPage({ target }: { target?: RegistrationTarget }) {
  const go = useGo()
  const back = target?.back ?? { label: '出演者一覧', href: paths.performers() }
  const [form, dispatch] = useReducer(registrationReducer, emptyForm)
  const started = useRef(false)
  const done = useRef(false)
  const registration = useRegistration((performer) => {
    done.current = true
    track({ name: 'form_complete', ...event })
    return target ? target.finish(performer) : go(paths.performer(performer.id), { replace: true })
  })
  const change = (act: RegistrationAct) => {
    if (!started.current) track({ name: 'form_start', ...event })
    started.current = true
    dispatch(act)
  }
  const preparation = useFilePreparation<RegistrationSlot>(
    (slot, state) => change({ kind: 'slot', slot, state }),
    (slot, share) => dispatch({ kind: 'progress', slot, share }),
  )
  const refuse = (errors: Record<string, string>) => {
    dispatch({ kind: 'errors', errors })
    const [first] = Object.keys(errors)
    // The section of the field may open only with this change.
    if (first) setTimeout(() => jumpTo(first), 0)
  }
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    if (missingFields(form).length > 0 || registration.sending) return
    const errors = faultyFields(form.values)
    if (Object.keys(errors).length > 0) return refuse(errors)
    registration.send(form, { onError: (error) => refuse(fieldErrors(error)) })
  }
  const abandon = () => track({ name: 'form_abandon', ...event })
  const cancel = () => {
    // With work to lose, LeaveGuard asks first and reports the abandonment once it is certain.
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
        {target?.note}
      </PageHeader>
      <div className={classes.columns}>
        <div className={classes.main}>
          <NamesSection form={form} fields={fields} />
          <FilesSection
            form={form}
            sent={registration.sending?.progress.sent}
            onChoose={(slot, file) => void preparation.choose(slot, file)}
            onClear={preparation.clear}
          />
          <DetailsSection form={form} fields={fields} />
        </div>
        <aside className={classes.aside}>
          <RequiredList form={form} />
        </aside>
      </div>
      <RegistrationBar
        form={form}
        sending={registration.sending}
        error={registration.error}
        stopped={registration.stopped}
        onCancel={cancel}
        onStop={registration.stop}
      />
      <LeaveGuard losesWork={() => !done.current && hasWork(form)} onLeave={abandon} />
    </form>
  )
}
