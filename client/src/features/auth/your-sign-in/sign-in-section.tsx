import type { ReactNode } from 'react'
import { Banner } from '../../../ui/feedback/banner.tsx'
import type { SignInChange } from './use-sign-in-change.ts'

/** A section of the page: title, explanation, current state and actions. */
export function SignInSection({ title, text, by, children }: { title: string; text: string; by: SignInChange; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4 border-t border-line pt-6">
      <div className="grid gap-1">
        <h2 className="text-xl">{title}</h2>
        <p className="text-mute">{text}</p>
      </div>
      {by.problem && <Banner kind="error">{by.problem}</Banner>}
      {children}
      {by.dialog}
    </section>
  )
}

/** A list of devices or sessions: name and facts on the left, actions on the right. */
export function SignInRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid divide-y divide-line rounded-md border border-line bg-raised">
      {children}
    </ul>
  )
}

export function SignInRow({ name, facts, action }: { name: string; facts: ReactNode; action: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-mute">{facts}</p>
      </div>
      {action}
    </li>
  )
}
