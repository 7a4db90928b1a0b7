import type { Profile } from '@portico/shared/contract/auth'
import { landingOf } from '@portico/shared/rules/accounts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { failureOf } from '../../../api/failure.ts'
import { deviceFlags } from '../../../api/session/device-flags.ts'
import { session } from '../../../api/session/session.ts'
import { takeReturnPage } from '../../../layout/navigation/return-page.ts'
import { Page } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Loading } from '../../../ui/feedback/skeleton.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { takeProviderResponse } from './at-provider.ts'
import { SecondStep, secondStepIn, type WaitingSignIn } from '../second-step.tsx'

/** The redirect target of the identity provider (shared/spec/contract.md#single-sign-on). */
export function SingleSignOnPage() {
  const [, navigate] = useLocation()
  const [waiting, setWaiting] = useState<WaitingSignIn>()
  const [problem, setProblem] = useState<string>()
  const goHome = ({ id, roles, translates }: Profile) =>
    navigate(takeReturnPage(id) ?? landingOf(roles, translates) ?? paths.landing(), { replace: true })
  const finish = useEffectEvent(async () => {
    const response = takeProviderResponse()
    if (response === 'refused') return setProblem('You were not signed in.')
    deviceFlags.setAtProvider(true)
    try {
      goHome(await session.signInWithProvider(response))
    } catch (error) {
      const next = secondStepIn(error)
      if (next) setWaiting(next)
      else setProblem(failureOf(error).message)
    }
  })
  // The response is valid only once.
  const isFinishing = useRef(false)
  useEffect(() => {
    if (isFinishing.current) return
    isFinishing.current = true
    void finish()
  }, [])
  if (waiting && problem === undefined)
    return <SecondStep waiting={waiting} onSignedIn={goHome} onBack={(why = 'You were not signed in.') => setProblem(why)} />
  return (
    <Page title="Sign in" width="narrow">
      {problem === undefined ? (
        <Loading />
      ) : (
        <>
          <Banner kind="error">{problem}</Banner>
          <div>
            <LinkButton to={paths.signIn()}>Back to sign-in</LinkButton>
          </div>
        </>
      )}
    </Page>
  )
}
