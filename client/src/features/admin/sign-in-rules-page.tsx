import { signInRule, type SignInPolicy } from '@portico/shared/contract/sign-in'
import { manageableRoles } from '@portico/shared/rules/managed-accounts'
import { z } from 'zod'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { useContractForm } from '../../api/use-contract-form.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Page } from '../../layout/page.tsx'
import { useReauthentication } from '../../layout/reauthentication.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Form } from '../../ui/form.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/feedback/skeleton.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { LocalDate } from '../../words/local-date.tsx'
import { roleLabel } from '../../words/role-label.ts'

type Rule = SignInPolicy[number]

/** /home/admin/sign-in-rules: sets which roles need a second factor to sign in. */
export function SignInRulesPage() {
  const policy = trpc.admin.getSignInPolicy.useQuery()
  const { profile } = useSession()
  const manageable = manageableRoles(profile?.roles ?? [])
  return (
    <Page
      title="Sign-in rules"
      width="prose"
      actions={
        <LinkButton to={paths.accounts()} kind="secondary" size="small">
          All accounts
        </LinkButton>
      }
      subtitle="Which roles must confirm each sign-in with a second step: a passkey or an authenticator app."
    >
      {policy.isPending && <Loading />}
      {policy.error && <ErrorBanner error={policy.error} retry={() => void policy.refetch()} />}
      {policy.data?.map((rule) => (
        <section key={rule.role} aria-label={roleLabel[rule.role]} className="grid gap-3 border-t border-line pt-6">
          <h2 className="text-xl">{roleLabel[rule.role]}</h2>
          <State rule={rule} />
          {manageable.includes(rule.role) ? (
            <RuleForm key={`${rule.required} ${rule.graceDays}`} rule={rule} />
          ) : (
            <p className="text-mute">Only a root account can change this rule.</p>
          )}
        </section>
      ))}
    </Page>
  )
}

function State({ rule: { required, requiredSince, graceDays, accounts, accountsWithout } }: { rule: Rule }) {
  const people = accounts === 1 ? '1 account' : `${accounts} accounts`
  return (
    <p>
      {required && requiredSince ? (
        <>
          Required since <LocalDate value={requiredSince} />; people have {graceDays === 1 ? '1 day' : `${graceDays} days`} to set it
          up.{' '}
        </>
      ) : (
        'Not required. '
      )}
      {accounts === 0 ? 'No accounts with this role.' : `${accountsWithout} of ${people} without a second step.`}
    </p>
  )
}

/** Inputs yield strings. */
const ruleForm = z
  .object({
    role: signInRule.shape.role,
    required: z.boolean(),
    graceDays: z
      .string()
      .trim()
      .regex(/^\d{1,2}$/, 'Enter a number of days from 0 to 90'),
  })
  .transform(({ graceDays, ...rest }) => ({ ...rest, graceDays: Number(graceDays) }))
  .pipe(signInRule)

function RuleForm({ rule }: { rule: Rule }) {
  const utils = trpc.useUtils()
  const save = trpc.admin.saveSignInRule.useMutation()
  const { run, dialog } = useReauthentication()
  const form = useContractForm(ruleForm, { role: rule.role, required: rule.required, graceDays: String(rule.graceDays) }, async (given) => {
    const policy = await run(() => save.mutateAsync(given))
    if (!policy) return
    utils.admin.getSignInPolicy.setData(undefined, policy)
    showToast(`The rule for ${roleLabel[rule.role]} accounts is saved.`)
  })
  const required = form.controlled('required')
  return (
    <>
      <Form form={form} label={`Rule for ${roleLabel[rule.role]} accounts`}>
        <Checkbox
          id={required.id}
          label="A second step is required"
          checked={required.value}
          onChange={(event) => required.onChange(event.target.checked)}
        />
        {required.value && (
          <TextField
            label="Days to set it up"
            hint="Counted from when the rule starts, or from when a later account is created. After that, they can do nothing else until it is set up."
            inputMode="numeric"
            autoComplete="off"
            {...form.field('graceDays')}
          />
        )}
        <div>
          <Button type="submit" kind="secondary" size="small" busy={form.busy} busyLabel="Saving">
            Save
          </Button>
        </div>
      </Form>
      {dialog}
    </>
  )
}
