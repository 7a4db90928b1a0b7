import type { Glossary } from '@portico/shared/contract/translations'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'

/** Lets admins edit the terms that stay untranslated in every language. */
export function GlossaryEditor() {
  const glossary = trpc.translations.getGlossary.useQuery()
  return (
    <details className="rounded-md border border-line bg-raised px-4">
      <summary className="min-h-12 cursor-pointer py-3 font-bold">
        {`Terms that stay as they are${glossary.data ? ` (${glossary.data.terms.length})` : ''}`}
      </summary>
      {glossary.error && <ErrorBanner error={glossary.error} />}
      {glossary.data && <Terms key={glossary.data.version} glossary={glossary.data} />}
    </details>
  )
}

function Terms({ glossary: { terms, version } }: { glossary: Glossary }) {
  const utils = trpc.useUtils()
  const [typed, setTyped] = useState(terms.join('\n'))
  const saving = trpc.translations.saveGlossary.useMutation({
    onSuccess: (saved) => {
      utils.translations.getGlossary.setData(undefined, saved)
      void utils.translations.getTranslations.invalidate()
      showToast('The terms are saved.')
    },
  })
  const wanted = typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const isSame = wanted.join('\n') === terms.join('\n')
  return (
    <div className="grid max-w-prose gap-3 pb-4">
      <TextArea
        label="Terms"
        hint="One per line, like the name of a form or an agency. A translation that lost one can be saved, but neither signed off nor published."
        value={typed}
        dir="auto"
        onChange={(event) => setTyped(event.target.value)}
      />
      {saving.error && <ErrorBanner error={saving.error} />}
      <div>
        <Button
          size="small"
          busy={saving.isPending}
          disabledReason={isSame ? 'Nothing has changed.' : undefined}
          onClick={() => saving.mutate({ terms: wanted, basedOn: version })}
        >
          Save terms
        </Button>
      </div>
    </div>
  )
}
