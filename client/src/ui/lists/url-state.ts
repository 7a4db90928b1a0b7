import { useSearchParams } from 'wouter'

/** The offset of a list, kept in the URL as `offset`; invalid values count as 0. Changing the page closes what was open. */
export function useOffset(): [offset: number, setOffset: (offset: number) => void] {
  const [params, setParams] = useSearchParams()
  const text = params.get('offset') ?? ''
  const offset = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return [offset, (next) => setParams((before) => withParam(withParam(before, 'open', ''), 'offset', next > 0 ? String(next) : ''))]
}

/** The URL parameter of the search text. */
export const searchTextKey = 'query'

/** The search text, kept in the URL. A change returns to the first page. */
export function useQueryText(): [query: string, setQuery: (query: string) => void] {
  const [params, setParams] = useSearchParams()
  const setQuery = (next: string) => setParams((before) => withParam(onFirstPage(before), searchTextKey, next), { replace: true })
  return [params.get(searchTextKey) ?? '', setQuery]
}

/** A choice kept in the URL under `name`; undefined if absent. A change returns to the first page. */
export function useUrlChoice(name: string): [value: string | undefined, setValue: (value: string) => void] {
  const [params, setParams] = useSearchParams()
  return [params.get(name) ?? undefined, (next) => setParams((before) => withParam(onFirstPage(before), name, next))]
}

/** An independent URL parameter, such as what is open; a change keeps the other parameters and replaces the history entry. */
export function useUrlPart(name: string): [value: string | undefined, setValue: (value: string | undefined) => void] {
  const [params, setParams] = useSearchParams()
  return [params.get(name) ?? undefined, (next) => setParams((before) => withParam(before, name, next ?? ''), { replace: true })]
}

function onFirstPage(params: URLSearchParams): URLSearchParams {
  return withParam(withParam(params, 'offset', ''), 'open', '')
}

function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}
