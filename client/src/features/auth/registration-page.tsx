import { registration } from '@portico/shared/contract/auth'
import { firstAccountAddress } from '@portico/shared/rules/managed-accounts'
import { useState } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { z } from 'zod'
import { trpc } from '../../api/trpc.ts'
import { useContractForm } from '../../api/use-contract-form.ts'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { Form } from '../../ui/form.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { DonePage } from './done-page.tsx'
import { explainLink } from './explain-link.ts'
import { LinkedForm } from './linked-form.tsx'
import { NewPasswordFields } from './password/new-password-fields.tsx'

/** The server prints the link of the first account with this fragment. */
const firstAccountHash = '#first-account'
const usedUpMessage = 'This registration link has already been used'

/**
 * Registers an account using an invitation link; redirects home without a token. The first account has no invitation with an address: it
 * signs in with the one given as its name, else with a fixed one (shared/spec/contract.md#first-account).
 */
export function RegistrationPage({ token }: { token: string }) {
  const [, navigate] = useLocation()
  const [isFirst] = useState(isFirstAccount)
  const register = trpc.auth.register.local.useMutation()
  const form = useContractForm(
    registration,
    { token, name: '', password: '', confirmPassword: '' },
    async (given) => {
      await register.mutateAsync(given)
      const hasAddress = !isFirst || z.email().safeParse(given.name.trim()).success
      navigate(paths.registrationSuccess() + (hasAddress ? '' : firstAccountHash))
    },
    explainLink(usedUpMessage),
  )
  if (token === '') return <Redirect to={paths.landing()} replace />
  return (
    <Page title="Register an account" width="narrow">
      <LinkedForm
        kind="registration"
        token={token}
        invalidLinkMessage={usedUpMessage}
        next={
          <>
            If you have an account already,{' '}
            <Link href={paths.signIn()} className="link">
              log in
            </Link>
            . If not, ask the person who invited you for a new link.
          </>
        }
      >
        <Form form={form}>
          <TextField
            label="Name"
            hint={
              isFirst && `Enter your email address here to sign in with it. With any other name, you sign in as ${firstAccountAddress}.`
            }
            autoComplete={isFirst ? 'email' : 'name'}
            {...form.field('name')}
          />
          <NewPasswordFields form={form} known={form.value('name')} />
          <SubmitButton form={form} busyLabel="Submitting">
            Register
          </SubmitButton>
        </Form>
      </LinkedForm>
    </Page>
  )
}

/** Explains the next step after registration. */
export function RegistrationSuccessPage() {
  const [withoutAddress] = useState(isFirstAccount)
  return (
    <DonePage title="Register an account" signIn={withoutAddress}>
      <p>STEP 1 Completed! You have successfully created an account</p>
      {withoutAddress ? (
        <p>{`You can log in now, with the email ${firstAccountAddress} and your password.`}</p>
      ) : (
        <p>Please check your email to verify your email.</p>
      )}
    </DonePage>
  )
}

function isFirstAccount(): boolean {
  return location.hash === firstAccountHash
}
