import { workshopChoices } from '../../layout/workshops/workshop-name.tsx'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { registrationLink } from '@portico/shared/contract/admin'
import { isFailureId } from '@portico/shared/words/failures'
import { accountTypeLabel, accountTypeOfFlavor, type AccountType } from '@portico/shared/words/roles'
import { useState } from 'react'
import { z } from 'zod'
import { report } from '../../api/report.ts'
import { CallError } from '../../api/rest.ts'
import { trpc } from '../../api/trpc.ts'
import { useContractForm, type FormField, type ControlledField } from '../../api/use-contract-form.ts'
import { keepTyped, useUnsent } from '../../api/use-unsent.ts'
import { Page } from '../../layout/page.tsx'
import { useReauthentication } from '../../layout/reauthentication.tsx'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Form } from '../../ui/form.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Loading } from '../../ui/feedback/skeleton.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { useUrlChoice } from '../../ui/lists/url-state.ts'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { LocalDate } from '../../words/local-date.tsx'
import { Checklist } from './checklist.tsx'
import { TranslatorFields } from './invitations/translator-fields.tsx'
import { focusOnce } from '../../ui/feedback/focus-once.ts'

/** /home/admin/create-user: sends someone a registration link; with `?account=translator`, one for a translator. */
export function CreateAccountPage() {
  const options = trpc.admin.registrationOptions.useQuery()
  const flavors = options.data?.accountFlavors
  const [account] = useUrlChoice('account')
  const forTranslator = account === 'translator'
  const types = forTranslator
    ? [{ value: 'translator', label: accountTypeLabel.translator } as const]
    : (flavors ?? []).map((flavor) => accountTypeOfFlavor[flavor]).map((value) => ({ value, label: accountTypeLabel[value] }))
  const other = forTranslator ? 'Create Account' : 'Invite a translator'
  return (
    <Page
      title={forTranslator ? 'Invite a translator' : 'Create Account'}
      width="prose"
      actions={
        <div className="flex flex-wrap gap-3">
          <LinkButton to={forTranslator ? paths.createUser() : paths.inviteTranslator()} kind="secondary" size="small">
            {other}
          </LinkButton>
          <LinkButton to={paths.accounts()} kind="secondary" size="small">
            All accounts
          </LinkButton>
        </div>
      }
    >
      {options.isPending && <Loading />}
      {options.error && <ErrorBanner error={options.error} />}
      {flavors?.length === 0 && <EmptyState text="Not authorized to create users" />}
      {flavors && flavors.length > 0 && <CreateAccount key={account} types={types} />}
    </Page>
  )
}

/** Form values converted to the contract's input: selects yield strings, and each account type has its own field. */
const accountForm = z
  .object({
    account: registrationLink.shape.account,
    email: registrationLink.shape.email,
    purpose: registrationLink.shape.purpose,
    agencyId: z.string(),
    workshopNames: z.array(z.string()),
    translates: z.array(z.string()),
    signsOffTranslations: z.boolean(),
  })
  .transform(({ agencyId, workshopNames, translates, signsOffTranslations, ...rest }): z.input<typeof registrationLink> => ({
    ...rest,
    ...(rest.account === 'agency' && agencyId !== '' && { agencyId: Number(agencyId) }),
    ...(rest.account === 'volunteer' && { workshopNames }),
    ...(rest.account === 'translator' && { translates, signsOffTranslations }),
  }))
  .pipe(registrationLink)

interface Sent {
  readonly count: number
  readonly email: string
}

function CreateAccount({ types }: { types: AccountTypes }) {
  const [sent, setSent] = useState<Sent>()
  const count = sent?.count ?? 0
  return <CreateAccountForm key={count} types={types} sent={sent} onSent={(email) => setSent({ count: count + 1, email })} />
}

/** Takes the focus, because submitting removes the form that had it. */
function SentNotice({ sent: { email } }: { sent: Sent }) {
  return (
    <div ref={focusOnce} tabIndex={-1}>
      <Banner kind="success">
        <p className="font-bold">The link is on its way.</p>
        <p className="wrap-anywhere">{`${email} can register with it once, within 72 hours.`}</p>
      </Banner>
    </div>
  )
}

const formKey = 'create account'

/** Shown when the link was created but its email could not be sent, which makes the link useless. */
const notSent = 'Unexpected error'

type AccountTypes = readonly { readonly value: AccountType; readonly label: string }[]

interface CreateAccountFormProps {
  types: AccountTypes
  /** The previous success; shown until the next attempt is refused. */
  sent: Sent | undefined
  onSent: (email: string) => void
}

function CreateAccountForm({ types, sent: before, onSent }: CreateAccountFormProps) {
  const utils = trpc.useUtils()
  const send = trpc.admin.generateRegistrationLink.useMutation()
  const { run, dialog } = useReauthentication()
  const first = types.find(({ value }) => value === 'volunteer') ?? types[0]
  const defaults = {
    account: first?.value ?? 'volunteer',
    email: '',
    purpose: '',
    agencyId: '',
    workshopNames: [],
    translates: [],
    signsOffTranslations: false,
  }
  const form = useContractForm(
    accountForm,
    defaults,
    async (link, currentValues) => {
      if (!types.some(({ value }) => value === link.account)) return report('This type of account cannot be created here.', link.account)
      const sent = currentValues()
      const answer = await run(() => send.mutateAsync(link))
      if (!answer) return
      if (!answer.emailSuccess) throw new CallError(200, { success: false, error_id: 'INVALID_REQUEST', message: notSent })
      keepTyped(formKey, sent, currentValues())
      void utils.admin.getInvitationList.invalidate()
      onSent(link.email)
    },
    // A refusal is shown unchanged (shared/spec/product.md#error-messages).
    ({ id, message }) => (isFailureId(id) && message !== notSent ? { message: JSON.stringify({ error_id: id, message }) } : undefined),
  )
  useUnsent(form, formKey)
  const account = form.value('account')
  return (
    <>
      {before && form.failedAttempts === 0 && <SentNotice sent={before} />}
      <Form form={form} label="Create Account">
        <Select label="Account type" choices={types} {...form.field('account')} />
        <TextField label="Email" type="email" autoComplete="off" {...form.field('email')} />
        <AlreadyInvited email={form.value('email')} />
        <TextArea label="Purpose" optional hint="What the account is for. It helps the next admin." {...form.field('purpose')} />
        {account === 'agency' && <AgencyField field={form.field('agencyId')} />}
        {account === 'volunteer' && <WorkshopsField {...form.controlled('workshopNames')} />}
        {account === 'translator' && (
          <TranslatorFields translates={form.controlled('translates')} signsOff={form.controlled('signsOffTranslations')} />
        )}
        <SubmitButton form={form} busyLabel="Sending">
          Send registration link
        </SubmitButton>
      </Form>
      {dialog}
    </>
  )
}

function AlreadyInvited({ email }: { email: string }) {
  const invitations = trpc.admin.getInvitationList.useQuery()
  const typed = email.trim().toLowerCase()
  const pending = invitations.data?.find((invitation) => invitation.works && invitation.email === typed)
  if (!pending) return null
  return (
    <Banner kind="warning">
      {`${pending.invitedBy ?? 'Someone'} has invited this address as ${accountTypeLabel[pending.account]}. A new link replaces that one, which works until `}
      <LocalDate value={pending.expiresAt} style="moment" />.
    </Banner>
  )
}

function AgencyField({ field }: { field: FormField }) {
  const agencies = trpc.agency.getAllAgencies.useQuery()
  return (
    <Select
      label="Agency"
      placeholder="Please select"
      hint={agencies.data?.length === 0 ? 'No agencies yet. Create one under Agencies.' : undefined}
      choices={(agencies.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      {...field}
    />
  )
}

function WorkshopsField(controlled: ControlledField<string[]>) {
  const workshops = trpc.workshops.getWorkshopList.useQuery()
  return (
    <Checklist
      label="Workshops"
      optional
      hint="They can see and check in the green dots of these workshops. You can change this later."
      choices={workshopChoices(workshops.data)}
      none="No workshops yet."
      {...controlled}
    />
  )
}
