import { type DocumentType, registrationDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { createPerformer } from '../features/performers/create-performer.ts'
import { demoRequest, demoUpload } from './demo-request.ts'
import type { DemoPerson } from './people.ts'
import { addresses, type Scene } from './scene.ts'
import { bytesOf, type DemoFile, fileFor } from './specimens.ts'
import type { DemoStory } from './stories.ts'

/** Registers the person of a scene as the form would, unless that was done before. Answers the performer's id. */
export async function registerPerson(scene: Scene, story: DemoStory): Promise<string> {
  const { services, actors, person } = scene
  const registered = await services.db
    .selectFrom('performer')
    .select('id')
    .where('owner_id', '=', actors[person.owner].id)
    .where('last_name_roman', '=', person.lastNameRoman)
    .where('first_name_roman', '=', person.firstNameRoman)
    .executeTakeFirst()
  if (registered) return registered.id
  const files = filesOf(person, story)
  const { body } = await createPerformer(services, {
    actor: actors[person.owner],
    upload: demoUpload(
      fieldsOf(scene),
      await Promise.all(
        files.map(async ({ slot, file }) => ({
          part: slot,
          filename: file.filename,
          bytes: await bytesOf(person, file, scene.expiresOn),
        })),
      ),
    ),
    request: demoRequest(addresses[person.owner]),
  })
  return body.id
}

/** The files of the form, slot by slot. */
export function filesOf(
  person: DemoPerson,
  { files: instead }: DemoStory,
): { slot: DocumentType; file: DemoFile }[] {
  return registrationDocumentTypes.flatMap((slot) => {
    const file = fileFor(person, slot, instead[slot])
    return file ? [{ slot, file }] : []
  })
}

/** The form's fields; what the registrar did not give is absent. */
function fieldsOf({ person }: Scene): Record<string, string> {
  const given = (fact: (typeof person.omits)[number], name: string, value: string | null) =>
    value === null || person.omits.includes(fact) ? {} : { [name]: value }
  return {
    lastName: person.lastName,
    firstName: person.firstName,
    lastNameRoman: person.lastNameRoman,
    firstNameRoman: person.firstNameRoman,
    ...given('born', 'date_of_birth', person.born),
    ...given('idKind', 'idKind', person.idKind),
    ...given('nationality', 'nationality', person.nationality),
    ...given('email', 'email', `${person.key}@example.com`),
    ...given('externalId', 'external_id', person.externalId),
  }
}
