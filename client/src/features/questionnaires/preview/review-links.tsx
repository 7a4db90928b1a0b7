import { trpc, type RouterOutputs } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import { LocalDate } from '../../../words/local-date.tsx'
import { UploadWarnings } from '../upload-problems.tsx'

export type Shared = RouterOutputs['questionnaires']['shareForReview']

/** A new link to a draft, which is shown only once: to send, open or scan. */
export function SharedDraft({ shared }: { shared: Shared }) {
  const link = location.origin + paths.preview(shared.token)
  return (
    <section className="grid max-w-prose gap-4 rounded-md border-2 border-ink bg-raised p-4" aria-labelledby="review-link">
      <h2 id="review-link" className="text-xl">
        A link to review the draft
      </h2>
      <p>
        Whoever has it can read and answer the draft in each language, without an account, until <LocalDate value={shared.expiresAt} />.
        Nothing is published, and nothing of their answers is stored. The link is shown only now.
      </p>
      <div className="flex flex-wrap items-start gap-6">
        <div className="grid justify-items-start gap-2">
          <QrCode text={link} title="QR code of the link" />
          <p className="text-sm text-mute">Scan it to try the draft on your phone.</p>
        </div>
        <div className="grid justify-items-start gap-3">
          <code className="max-w-narrow text-sm wrap-anywhere select-all">{link}</code>
          <CopyButton text={link} label="Copy the link" />
          <LinkButton to={paths.preview(shared.token)} newTab>
            Open the preview
          </LinkButton>
        </div>
      </div>
      <UploadWarnings warnings={shared.warnings} />
    </section>
  )
}

/** Lists the active links to drafts; each can be revoked. */
export function ReviewLinks() {
  const utils = trpc.useUtils()
  const links = trpc.questionnaires.getReviewLinkList.useQuery()
  const revoke = trpc.questionnaires.revokeReviewLink.useMutation({ onSettled: () => utils.questionnaires.getReviewLinkList.invalidate() })
  if (links.error) return <ErrorBanner error={links.error} />
  if (!links.data || links.data.length === 0) return null
  return (
    <section className="grid max-w-prose gap-3" aria-labelledby="review-links">
      <h2 id="review-links" className="text-xl">
        Drafts shared for review
      </h2>
      {revoke.error && <ErrorBanner error={revoke.error} />}
      <ul className="grid divide-y divide-line rounded-md border border-line bg-raised px-4">
        {links.data.map(({ id, name, sharedBy, createdAt, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <span className="grid min-w-0">
              <span className="font-bold wrap-anywhere">{name}</span>
              <span className="text-sm text-mute">
                {`by ${sharedBy}, `}
                <LocalDate value={createdAt} style="moment" />
                {'; works until '}
                <LocalDate value={expiresAt} />
              </span>
            </span>
            <Button
              kind="stop"
              size="small"
              aria-label={`End the link to ${name}`}
              busy={revoke.isPending && revoke.variables?.id === id}
              busyLabel="Ending"
              onClick={() => revoke.mutate({ id })}
            >
              End the link
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
