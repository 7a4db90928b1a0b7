import type { Profile } from '@portico/shared/contract/auth'
import { landingOf } from '@portico/shared/rules/accounts'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { paths } from '../../paths.ts'
import { accountLabels } from '../../words/role-label.ts'

interface SubNavigation {
  readonly label: string
  readonly under: string
  readonly links: readonly (readonly [text: string, to: string])[]
}

const yourSignIn = ['Your Sign-in', paths.yourSignIn()] as const

/** The links under the paths of a role (shared/spec/product.md#role-navigation), and the admin pages with a route of their own. */
const navigations: readonly SubNavigation[] = [
  {
    label: 'Admin',
    under: '/home/admin',
    links: [
      ['All Respondents', paths.allResponses()],
      ['In Progress', paths.inProgress()],
      ['Green Dots', paths.greenResponses()],
      ['Red Dots', paths.redResponses()],
      ['Questionnaire Upload', paths.questionnaireUpload()],
      ['Downloads', paths.downloads()],
      ['Create User', paths.createUser()],
      ['Workshops', paths.workshops()],
      ['Agencies', paths.agencies()],
      ['Accounts', paths.accounts()],
      yourSignIn,
    ],
  },
  {
    label: 'Agency',
    under: '/home/agency',
    links: [
      ['To Review', paths.agencyInProgress()],
      ['Decided', paths.agencyDecided()],
      ['Workshop Respondents', paths.agencyWorkshop()],
      yourSignIn,
    ],
  },
  {
    label: 'Volunteer',
    under: '/home/volunteer',
    links: [['Green Dots', paths.volunteerWorkshop()], yourSignIn],
  },
  {
    label: 'Translator',
    under: '/home/translations',
    links: [['Translations', paths.translations()], yourSignIn],
  },
]

/** The second row of links, for staff. */
export function SubNav() {
  const [location] = useLocation()
  const { profile } = useSession()
  const list = useRef<HTMLUListElement>(null)
  // Keeps the current link visible if the row is wider than the screen.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center', behavior: 'instant' })
  }, [location, profile])
  // Pages shared by all roles show the links of the account's own section.
  const isEveryones = [paths.yourSignIn(), paths.translations()].includes(location)
  const section = isEveryones ? landingOf(profile?.roles ?? [], profile?.translates) : location
  const navigation = navigations.find(({ under }) => section === under || section?.startsWith(`${under}/`))
  if (!navigation || !profile) return null
  return (
    <nav aria-label={navigation.label} lang="en" dir="ltr" className="no-print border-b border-line bg-sunken">
      <div className="mx-auto flex max-w-page flex-wrap-reverse items-center justify-between gap-x-4">
        <div className="min-w-0 max-md:w-full">
          <ul ref={list} className="flex gap-1 overflow-x-auto px-1.5 md:px-3.5">
            {navigation.links.map(([text, to]) => (
              <li key={to} className="shrink-0">
                <Link
                  href={to}
                  aria-current={currentAt(location, to)}
                  className="inline-flex min-h-11 items-center px-2.5 text-sm whitespace-nowrap no-underline -outline-offset-3 hover:underline aria-[current]:font-bold aria-[current]:shadow-[inset_0_-3px_0_var(--accent)]"
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <SignedIn {...profile} />
      </div>
    </nav>
  )
}

function currentAt(location: string, to: string): 'page' | 'true' | undefined {
  if (location === to) return 'page'
  return location.startsWith(`${to}/`) ? 'true' : undefined
}

/** The name and roles of the account. */
function SignedIn({ name, roles, translates }: Pick<Profile, 'name' | 'roles' | 'translates'>) {
  return (
    <p className="px-4 py-2 text-sm wrap-anywhere max-md:w-full max-md:border-b max-md:border-line md:px-6">
      <span className="sr-only">Signed in as </span>
      <bdi className="font-bold">{name}</bdi>
      <span className="text-mute">{` · ${accountLabels(roles, translates).join(', ')}`}</span>
    </p>
  )
}
