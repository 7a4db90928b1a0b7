import type { Slot, WorkshopSlots } from '@portico/shared/contract/seats'
import type { Workshop } from '@portico/shared/contract/workshops'
import { languageOf, languages } from '@portico/shared/words/languages'
import { useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { SlotsForm } from './slots-form.tsx'

type SlotRow = WorkshopSlots['slots'][number]

/** Shows a workshop's slots, how full they are, and who is on the waiting list (shared/spec/contract.md#seats). */
export function Slots({ workshop }: { workshop: Workshop }) {
  const { name } = workshop
  const list = trpc.seats.getSlots.useQuery({ name })
  const save = trpc.seats.saveSlots.useMutation()
  const utils = trpc.useUtils()
  const [open, setOpen] = useState(false)
  const slots = list.data?.slots.map(contractSlot) ?? []
  const set = async (next: readonly Slot[], done: string) => {
    try {
      utils.seats.getSlots.setData({ name }, await save.mutateAsync({ name, slots: [...next], replaces: slots }))
      showToast(done)
    } catch (error) {
      // What was typed stays, and applies to the newer times.
      if (failureOf(error).id === 'CHANGED_MEANWHILE') await list.refetch()
      throw error
    }
  }
  const remove = ({ time }: SlotRow) =>
    void set(
      slots.filter((slot) => slot.time !== time),
      `${time} is no longer a time of this workshop.`,
    ).catch(() => {})
  return (
    <section aria-label="Times and seats" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl">Times and seats</h2>
      {(list.error ?? save.error) && (
        <ErrorBanner error={list.error ?? save.error} retry={list.error ? () => void list.refetch() : undefined} />
      )}
      {list.data && <Summary slots={list.data} />}
      {(list.data || !list.error) && (
        <Table
          caption="Times and seats"
          columns={columns(remove, save.isPending)}
          rows={list.data?.slots}
          rowKey={({ time }) => time}
          expectedRows={1}
          empty={<EmptyState text="No times are set. People come when the workshop begins, and need no seat." />}
        />
      )}
      {!open && (
        <div>
          <Button size="small" kind="secondary" onClick={() => setOpen(true)}>
            {slots.length > 0 ? 'Add or change times' : 'Set times'}
          </Button>
        </div>
      )}
      {open && (
        <SlotsForm
          workshop={workshop}
          slots={slots}
          onSave={async (next) => {
            await set(next, 'The times are saved.')
            setOpen(false)
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </section>
  )
}

function Summary({ slots: { slots, waiting } }: { slots: WorkshopSlots }) {
  if (slots.length === 0) return null
  const sum = (of: (slot: SlotRow) => number) => slots.reduce((total, slot) => total + of(slot), 0)
  const offered = sum((slot) => slot.offered)
  return (
    <p>
      {`${sum((slot) => slot.taken).toLocaleString('en')} of ${sum((slot) => slot.seats).toLocaleString('en')} seats are taken`}
      {offered > 0 && `, ${offered.toLocaleString('en')} offered`}
      {waiting === 0 ? '. Nobody waits.' : `. ${waiting.toLocaleString('en')} ${waiting === 1 ? 'person waits' : 'people wait'}.`}
    </p>
  )
}

const knownCodes = languages.map(({ code }) => code)

function contractSlot({ time, seats, languages: spoken }: SlotRow): Slot {
  return { time, seats, languages: knownCodes.filter((code) => spoken.includes(code)) }
}

function columns(remove: (slot: SlotRow) => void, busy: boolean): Column<SlotRow>[] {
  return [
    { key: 'time', header: 'Time', naming: true, cell: ({ time }) => <b className="tabular-nums">{time}</b> },
    {
      key: 'taken',
      header: 'Taken',
      cell: ({ taken, seats, offered }) => (
        <span className={taken + offered === seats ? 'font-bold' : ''}>
          {`${taken} of ${seats}`}
          {offered > 0 && `, ${offered} offered`}
        </span>
      ),
    },
    {
      key: 'languages',
      header: 'Interpreters',
      cell: ({ languages: spoken }) =>
        spoken.length > 0 ? (
          spoken.map((code) => languageOf(code)?.englishName ?? code).join(', ')
        ) : (
          <span className="text-mute">None</span>
        ),
    },
    {
      key: 'remove',
      header: 'Remove',
      headerHidden: true,
      cell: (slot) => (
        <Button
          kind="quiet"
          size="small"
          busy={busy}
          disabledReason={slot.taken + slot.offered > 0 ? 'Somebody has a seat at this time.' : undefined}
          aria-label={`Remove ${slot.time}`}
          onClick={() => remove(slot)}
        >
          Remove
        </Button>
      ),
    },
  ]
}
