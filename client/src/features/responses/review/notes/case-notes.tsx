import { addNote } from '@portico/shared/contract/notes'
import { useState } from 'react'
import { trpc } from '../../../../api/trpc.ts'
import { useContractForm } from '../../../../api/use-contract-form.ts'
import { ErrorBanner } from '../../../../layout/error-banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Form } from '../../../../ui/form.tsx'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { LocalDate } from '../../../../words/local-date.tsx'
import { useCase } from '../case-context.ts'

/** Lists the notes on a case and adds new ones; notes appear in no export and no printout. */
export function CaseNotes() {
  const { entry, acceptsNotes } = useCase()
  const { anonymousId } = entry.respondent
  const list = trpc.agency.getNotes.useQuery({ respondent: { anonymousId } })
  const [added, setAdded] = useState(0)
  const notes = list.data?.notes ?? []
  return (
    <section className="grid max-w-prose scroll-mt-16 gap-4" data-section={8} tabIndex={-1}>
      <h2 className="text-lg">{notes.length === 0 ? 'Notes' : `Notes (${notes.length})`}</h2>
      {list.error && acceptsNotes && <ErrorBanner error={list.error} retry={() => void list.refetch()} />}
      {notes.length > 0 && (
        <ol className="grid gap-4">
          {notes.map((note) => (
            <li key={note.id} className="grid gap-0.5 border-s-2 border-line ps-4">
              <span className="wrap-anywhere whitespace-pre-line">{note.text}</span>
              <span className="text-sm text-mute">
                {`${note.by} · `}
                <LocalDate value={note.timestampUTC} style="moment" />
                {note.shared && ' · shared'}
              </span>
            </li>
          ))}
        </ol>
      )}
      <NoteForm key={added} anonymousId={anonymousId} colleagues={list.data?.colleagues ?? []} onAdded={() => setAdded(added + 1)} />
    </section>
  )
}

interface NoteFormProps {
  anonymousId: string
  colleagues: readonly { readonly id: number; readonly name: string }[]
  onAdded: () => void
}

const noteSchema = addNote.omit({ respondent: true })

function NoteForm({ anonymousId, colleagues, onAdded }: NoteFormProps) {
  const utils = trpc.useUtils()
  const add = trpc.agency.addNote.useMutation()
  const form = useContractForm(noteSchema, { text: '', shared: false, mentions: [] }, async (values) => {
    await add.mutateAsync({ respondent: { anonymousId }, ...values })
    await utils.agency.getNotes.invalidate()
    onAdded()
  })
  const [own, others] = useCase().scope === 'everyone' ? ['the admins', 'the agency'] : ['your agency', 'the admins']
  const mentioned = form.value('mentions') ?? []
  const mention = form.controlled('mentions')
  const toggle = (id: number) => mention.onChange(mentioned.includes(id) ? mentioned.filter((other) => other !== id) : [...mentioned, id])
  return (
    <Form form={form} label="Add a note">
      <TextArea label="Note" hint={`For ${own}. Sealed like the answers.`} {...form.field('text')} />
      <Checkbox label={`Share with ${others}`} hint="Admins can include these notes in a download." {...form.field('shared')} />
      {colleagues.length > 0 && (
        <details>
          <summary className="min-h-10 cursor-pointer py-2 text-sm font-bold">
            {mentioned.length === 0 ? 'Mention a colleague' : `Mention a colleague (${mentioned.length})`}
          </summary>
          <p className="text-sm text-mute">They get an email with a link, without what you noted.</p>
          <div className="flex flex-wrap gap-2 py-2">
            {colleagues.map(({ id, name }) => (
              <Button
                key={id}
                kind={mentioned.includes(id) ? 'primary' : 'secondary'}
                size="small"
                aria-pressed={mentioned.includes(id)}
                onClick={() => toggle(id)}
              >
                {name}
              </Button>
            ))}
          </div>
        </details>
      )}
      <div>
        <Button type="submit" kind="secondary" size="small" busy={form.busy} busyLabel="Saving">
          Add note
        </Button>
      </div>
    </Form>
  )
}
